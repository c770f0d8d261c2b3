import type { Locator, Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, overflow } from "../axe-clean.ts";
import { expect, installedTest, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";

const PHONE = { width: 360, height: 740 };

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Configure Scan" });
const rowsOf = (page: Page) => page.getByRole("list", { name: "Finished scans" }).getByRole("listitem");

async function configure(page: Page, kind: keyof typeof KINDS): Promise<Locator> {
	await page.locator(`[data-kind="${kind}"]`).getByRole("button", { name: "Run Scan" }).click();
	return dialogOf(page);
}

/** Whether a click in its center would hit it. */
const isInFront = (locator: Locator): Promise<boolean> =>
	locator.evaluate((element) => {
		const { left, top, width, height } = element.getBoundingClientRect();
		const met = document.elementFromPoint(left + width / 2, top + height / 2);
		return met !== null && (element === met || element.contains(met));
	});

const suggestions = (field: Locator): Promise<string[]> =>
	field.evaluate((input: HTMLInputElement) => [...(input.list?.options ?? [])].map(({ value }) => value));

/** The account's own scans, as the server lists them. */
const scansOf = (page: Page): Promise<{ target: string; client: string }[]> =>
	page.evaluate(async (url) => (await (await fetch(url)).json()).scans, API_BASE + API_PATHS.scans);

/** Runs a combined scan of the practice target from the screen, and waits until it is in the list. */
async function runHere(page: Page, product: Product, path: string): Promise<void> {
	const dialog = await configure(page, "combined");
	await dialog.getByLabel("Target").fill(`http://localhost:${product.practicePort}${path}`);
	await dialog.getByRole("button", { name: "Start scan" }).click();
	await expect(dialog).toBeHidden();
}

test("on a phone the list begins on the first screen, below one row of launchers, and each row is as high as a thumb", async ({
	page,
	product,
}) => {
	await page.setViewportSize(PHONE);
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenHydrated(page);
	await expect(rowsOf(page)).toHaveCount(13);
	const bar = await page.getByRole("navigation", { name: "Tabs" }).boundingBox();
	const boxes = await Promise.all([0, 1, 2].map((at) => rowsOf(page).nth(at).boundingBox()));
	for (const box of boxes) {
		expect(box && bar && box.y + box.height).toBeLessThan(bar?.y ?? 0);
		expect(box?.height).toBeGreaterThanOrEqual(44);
		expect(box?.height).toBeLessThan(100);
	}
	expect(await overflow(page)).toBeLessThanOrEqual(0);
	// Those off screen are reached by keyboard, which scrolls them into view.
	const last = page.locator('[data-kind="sslyze"]').getByRole("button", { name: "Run Scan" });
	await last.focus();
	await expect(last).toBeInViewport();
});

test("with a mouse a row is two lines of a table", async ({ page, product }) => {
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenHydrated(page);
	for (const row of await rowsOf(page).all()) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48);
});

for (const viewport of [PHONE, { width: 740, height: 360 }, { width: 1280, height: 800 }]) {
	test(`Zap's refusal is shown in front of its own sheet at ${viewport.width}×${viewport.height}, is closed by keyboard, and covers no button`, async ({
		page,
		product,
	}) => {
		await page.setViewportSize(viewport);
		await page.route(`**${API_BASE}${KINDS.zap.path}`, (route) =>
			route.fulfill({ status: 400, json: { code: "invalid_target", message: "This is no web address." } }),
		);
		await page.goto(`${product.url}/dashboard/scans`);
		await whenHydrated(page);
		const dialog = await configure(page, "zap");
		await dialog.getByLabel("URL").fill("https://example.com");
		await dialog.getByLabel("Email").fill("ada@example.org");
		const submit = dialog.getByRole("button", { name: "Start scan" });
		await submit.click();
		const toast = page.locator("[data-sonner-toast]").filter({ hasText: "This is no web address." });
		await expect(toast).toBeVisible();
		await expect.poll(() => isInFront(toast)).toBe(true);
		await submit.scrollIntoViewIfNeeded();
		await expect.poll(() => isInFront(submit)).toBe(true);
		const close = dialog.getByRole("button", { name: "Close" }).first();
		await close.scrollIntoViewIfNeeded();
		await expect.poll(() => isInFront(close)).toBe(true);

		await page.keyboard.press("Alt+KeyT");
		await expect(toast).toBeFocused();
		await page.keyboard.press("Tab");
		await expect(toast.getByRole("button", { name: "Close" })).toBeFocused();
		await page.keyboard.press("Enter");
		await expect(toast).toHaveCount(0);
		await expect(dialog).toBeVisible();
	});
}

test("a toast outlives the dialog it stood in, and follows into the next one", async ({ page, product }) => {
	await page.route(`**${API_BASE}${KINDS.zap.path}`, (route) =>
		route.fulfill({ status: 400, json: { code: "invalid_target", message: "Not this one." } }),
	);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const dialog = await configure(page, "zap");
	await dialog.getByLabel("URL").fill("https://example.com");
	await dialog.getByLabel("Email").fill("ada@example.org");
	await dialog.getByRole("button", { name: "Start scan" }).click();
	const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Not this one." });
	await expect(toast).toBeVisible();
	// While the pointer is over it, its timer stops.
	await toast.hover();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();
	await expect.poll(() => isInFront(toast)).toBe(true);
	await page.getByRole("button", { name: "Filter" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("dialog", { name: "Filter scans" })).toBeVisible();
	await expect.poll(() => isInFront(toast)).toBe(true);
});

test("a scan that took a second says how it ended, in the tab that started it, with a link that opens it", async ({
	page,
	context,
	product,
}) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans`);
	await whenHydrated(page);
	const other = await context.newPage();
	await other.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenHydrated(other);
	await page.bringToFront();
	await runHere(page, product, "/");
	const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Finished:" });
	await expect(toast).toContainText(/Finished: grade F( at best)?, \d+ high/);
	await expect(rowsOf(other)).toHaveCount(1);
	await expect(other.locator("[data-sonner-toast]")).toHaveCount(0);

	await page.evaluate(() => Object.assign(window, { same: true }));
	await toast.getByRole("link", { name: "Open" }).click();
	await expect(page).toHaveURL(/\/dashboard\/scans\/[0-9a-f-]{36}$/);
	await expect(page.getByRole("heading", { name: "Findings", exact: true })).toBeVisible();
	expect(await page.evaluate(() => "same" in window)).toBe(true);
});

installedTest(
	"a client is added where a scan asks for whom it is, filtered by, and goes with its host from then on, also offline",
	async ({ page, context, product }) => {
		await page.setViewportSize(PHONE);
		await signIn(page, product);
		await page.goto(`${product.url}/dashboard/scans?tab=history`);
		await whenInstalled(page);
		const target = `http://localhost:${product.practicePort}/bank`;
		let dialog = await configure(page, "combined");
		// People who work only for themselves are not asked which client it is for.
		await expect(dialog.getByLabel("For", { exact: true })).toHaveCount(0);
		await dialog.getByRole("button", { name: "Add a client" }).click();
		const adding = page.getByRole("dialog", { name: "Add a client" });
		await adding.getByLabel("Name").fill("First Bank");
		await adding.getByRole("button", { name: "Add", exact: true }).click();
		await expect(dialog.getByLabel("For", { exact: true }).locator("option:checked")).toHaveText("First Bank");
		await dialog.locator("summary").click();
		await dialog.getByLabel("Note").fill("Second floor");
		await expectAxeClean(page, "form for a client");
		await dialog.getByLabel("Target").fill(target);
		await dialog.getByRole("button", { name: "Start scan" }).click();
		await expect(rowsOf(page)).toHaveCount(1);
		await expect(rowsOf(page)).toContainText("First Bank");

		await page.getByRole("button", { name: "Filter" }).click();
		await page.getByRole("dialog").getByLabel("Client").selectOption("First Bank");
		await page.getByRole("button", { name: "Show scans" }).click();
		await expect(page).toHaveURL(/client=First\+Bank/);
		await expect(rowsOf(page)).toHaveCount(1);
		await page.getByRole("button", { name: "Clear", exact: true }).click();

		await page.reload();
		await whenHydrated(page);
		await expect(rowsOf(page)).toHaveCount(1);
		await context.setOffline(true);
		dialog = await configure(page, "combined");
		expect(await suggestions(dialog.getByLabel("Target"))).toEqual([target, "localhost"]);
		await dialog.getByLabel("Target").fill(target.replace("/bank", "/branch"));
		await expect(dialog.getByLabel("For", { exact: true }).locator("option:checked")).toHaveText("First Bank");
		await dialog.getByRole("button", { name: "Start scan" }).click();
		await expect(dialog).toBeHidden();
		await context.setOffline(false);
		await expect
			.poll(async () => (await scansOf(page)).map(({ client }) => client))
			.toEqual(["First Bank", "First Bank"]);
	},
);

test("on a phone a row's actions are in a sheet", async ({ page, product }) => {
	await page.setViewportSize(PHONE);
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await whenHydrated(page);
	await runHere(page, product, "/");
	await expect(rowsOf(page)).toHaveCount(1);
	await rowsOf(page)
		.getByRole("button", { name: /^Actions for Combined scan of/ })
		.click();
	const sheet = page.getByRole("dialog", { name: "Combined scan" });
	await expectAxeClean(page, "a row's actions");
	await sheet.getByRole("button", { name: /^Run again/ }).click();
	await expect(sheet).toBeHidden();
	await expect(rowsOf(page)).toHaveCount(2);
	await rowsOf(page)
		.first()
		.getByRole("button", { name: /^Actions for/ })
		.click();
	await sheet.getByRole("button", { name: /^Delete/ }).click();
	await page.getByRole("dialog", { name: "Delete this scan?" }).getByRole("button", { name: "Delete" }).click();
	await expect(rowsOf(page)).toHaveCount(1);
	await expect(page.getByRole("dialog")).toHaveCount(0);
});
