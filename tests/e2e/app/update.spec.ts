import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, newAddress, startProduct, test, whenHydrated, whenInstalled } from "../kit.ts";
import { addMany, openOutbox } from "../outbox/outbox-kit.ts";

test.use({ device: "installed" });

/** Opens the landing page under a worker, and marks the document so that the test can detect a reload. */
async function openControlled(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await whenInstalled(page);
	await page.reload();
	await whenInstalled(page);
	await page.evaluate(() => {
		(window as unknown as { marked: boolean }).marked = true;
	});
}

const marked = (page: Page) => page.evaluate(() => "marked" in window);

/** A new version of the worker appears on the server, and the browser looks for it. */
async function deploy(page: Page, product: { line: { workerSuffix: string } }): Promise<void> {
	product.line.workerSuffix = `\n// deployed ${Date.now()}`;
	await lookForUpdate(page);
}

async function lookForUpdate(page: Page): Promise<void> {
	await page.evaluate(async () => {
		await (await navigator.serviceWorker.ready).update();
	});
}

/** Accepts the version that is offered, and waits for the new page. */
async function accept(page: Page): Promise<void> {
	await expect(page.getByText(/new version/i)).toBeVisible();
	const loaded = page.waitForEvent("load");
	await page.getByRole("button", { name: "Reload" }).click();
	await loaded;
	await whenHydrated(page);
}

test("an update waits, is offered, and reloads the page once when it is accepted", async ({ page, product }) => {
	await openControlled(page, product.url);
	await deploy(page, product);
	await expect(page.getByText(/new version/i)).toBeVisible();
	expect(await marked(page)).toBe(true);
	await accept(page);
	expect(await marked(page)).toBe(false);
	await expect(page.getByText(/new version/i)).toHaveCount(0);
	expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
});

test("an update accepted in one tab does not reload another with a half-filled form", async ({ context, product }) => {
	const [calm, busy] = [await context.newPage(), await context.newPage()];
	await openControlled(calm, product.url);
	await openControlled(busy, product.url);
	await busy.getByPlaceholder("Enter a URL, IP address or hostname").fill("example.com");
	await busy.keyboard.press("Enter");
	await busy.locator("#scan-email").fill("half@typed");
	await deploy(calm, product);
	await accept(calm);
	expect(await marked(busy)).toBe(true);
	await expect(busy.locator("#scan-email")).toHaveValue("half@typed");
});

test("a rolled-back release arrives like an update, and every tab keeps working, even offline", async ({
	context,
	product,
}) => {
	const [first, second] = [await context.newPage(), await context.newPage()];
	await openControlled(first, product.url);
	await openControlled(second, product.url);
	await deploy(first, product);
	await accept(first);
	await expect(first.getByText(/new version/i)).toHaveCount(0);
	product.line.workerSuffix = "";
	await lookForUpdate(first);
	await accept(first);
	await expect(first.getByText(/new version/i)).toHaveCount(0);
	expect(await marked(second)).toBe(true);
	await context.setOffline(true);
	for (const page of [first, second]) {
		await page.goto(`${product.url}/dashboard/scans`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Security Scans");
	}
});

test("the update can be put off", async ({ page, product }) => {
	await openControlled(page, product.url);
	await deploy(page, product);
	await page.getByRole("button", { name: "Later" }).click();
	await expect(page.getByText(/new version/i)).toHaveCount(0);
	expect(await marked(page)).toBe(true);
});

test("when the operator switches the worker off, it and its pages go; forms and the outbox stay", async ({
	context,
}) => {
	await using product = await startProduct();
	const operate = (choice: "on" | "off") =>
		promisify(execFile)(process.execPath, ["scripts/operate.ts", "service-worker", choice], {
			env: { ...process.env, VAR_DIR: product.server.varDir },
		});
	const [typing, page] = [await context.newPage(), await context.newPage()];
	await openControlled(typing, product.url);
	await typing.getByPlaceholder("Enter a URL, IP address or hostname").fill("half-typed.example");
	await openControlled(page, product.url);
	await openOutbox(page, product);
	await addMany(page, ["kept.example"], { email: newAddress(), notBefore: "2099-01-01T10:00" });
	await operate("off");
	await lookForUpdate(page);

	const left = () =>
		page.evaluate(async () => ({
			workers: (await navigator.serviceWorker.getRegistrations()).length,
			caches: (await caches.keys()).filter((name) => name.startsWith("workbox-")).length,
		}));
	await expect.poll(left).toEqual({ workers: 0, caches: 0 });
	expect(await marked(typing)).toBe(true);
	await expect(typing.getByPlaceholder("Enter a URL, IP address or hostname")).toHaveValue("half-typed.example");
	await page.goto(`${product.url}/outbox`);
	await expect(page.getByText("kept.example")).toBeVisible();

	// The old window kept the registration alive, which the first page revives: for the next one, the real worker arrives the way an
	// update does.
	await operate("on");
	await page.reload();
	await expect.poll(async () => (await left()).workers).toBe(1);
	await page.reload();
	await whenHydrated(page);
	await accept(page);
	await whenInstalled(page);
	await context.setOffline(true);
	await page.reload();
	await expect(page.getByText("kept.example")).toBeVisible();
});
