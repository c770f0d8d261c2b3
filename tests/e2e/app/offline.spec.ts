import { scratchFolder } from "../../support/scratch-folder.ts";
import { decodeMail } from "../../support/server/mailbox.ts";
import { askForScan, expect, newAddress, test, whenHydrated, whenInstalled } from "../kit.ts";
import { killBrowser, openProfile } from "../profile-kit.ts";

test.use({ device: "installed" });

test("promise 1: requested offline, browser killed, reopened, network back: one scan, one email", {
	tag: ["@many", "@road"],
}, async ({ product }) => {
	const address = newAddress();
	const folder = await scratchFolder("profile");

	const before = await openProfile(folder);
	const page = before.pages()[0] ?? (await before.newPage());
	await page.goto(product.url);
	await whenInstalled(page);
	await before.setOffline(true);
	const reloaded = await page.reload();
	expect(reloaded?.fromServiceWorker()).toBe(true);
	await whenHydrated(page);
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	await expect(page.getByText("Scan launched!")).toHaveCount(0);
	await expect(page.getByPlaceholder("Enter a URL, IP address or hostname")).toHaveValue("");
	await killBrowser(before, folder);

	// The browser may send what is waiting the moment it starts, before a test can tell it that it is offline.
	product.line.fault = "unreachable";
	const after = await openProfile(folder);
	const again = after.pages()[0] ?? (await after.newPage());
	await after.setOffline(true);
	await again.goto(`${product.url}/outbox`);
	await expect(again.getByText(`localhost:${product.practicePort}`)).toBeVisible();
	expect(product.line.writes).toEqual([]);
	product.line.fault = "none";
	await after.setOffline(false);
	const mail = await product.mailbox.next(address);
	expect(decodeMail(mail.raw)).toContain("/r/");
	await expect(again.getByText("Nothing is waiting.")).toBeVisible();
	expect(await product.scansFor(address)).toHaveLength(1);
	expect(product.mailbox.received.filter(({ to }) => to.includes(address))).toHaveLength(1);
	await after.close();
});

test("every page opens with the network off, even ones never visited", { tag: "@road" }, async ({
	page,
	context,
	product,
}) => {
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	const pages: [path: string, title: RegExp][] = [
		["/", /^Plumbline/],
		["/outbox", /^Outbox/],
		["/outbox/", /^Outbox/],
		["/?utm_source=x", /^Plumbline/],
		["/never/visited", /^Offline/],
		["/dashboard/scans", /^Security Scans/],
		["/r/some-report-token", /^Offline/],
	];
	for (const [path, title] of pages) {
		const response = await page.goto(product.url + path);
		expect(response?.fromServiceWorker(), path).toBe(true);
		await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
		await expect(page, path).toHaveTitle(title);
	}
});

test("promise 3: two tabs and the worker, all woken at once, send an entry once", { tag: ["@many", "@road"] }, async ({
	context,
	product,
}) => {
	const address = newAddress();
	const [first, second] = [await context.newPage(), await context.newPage()];
	await first.goto(product.url);
	await whenInstalled(first);
	await second.goto(product.url);
	await whenInstalled(second);
	await context.setOffline(true);
	await askForScan(first, `http://localhost:${product.practicePort}/`, address);
	await expect(first.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	await context.setOffline(false);
	for (const tab of [first, second]) {
		await tab.evaluate(() => {
			window.dispatchEvent(new Event("focus"));
			window.dispatchEvent(new Event("online"));
		});
	}
	await product.mailbox.next(address);
	expect(product.line.writes).toHaveLength(1);
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 5: the worker sends what waits when no page is open to do it", { tag: "@road" }, async ({
	context,
	product,
}) => {
	const address = newAddress();
	const page = await context.newPage();
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	await page.goto("about:blank");
	await context.setOffline(false);
	await product.mailbox.next(address);
	expect(await product.scansFor(address)).toHaveLength(1);
});

test("promise 4: an entry the server cannot take holds up no other", { tag: "@road" }, async ({ page, product }) => {
	const [stuck, fine] = [newAddress(), newAddress()];
	await page.goto(product.url);
	await whenInstalled(page);
	product.line.fault = "server-error";
	await askForScan(page, `http://localhost:${product.practicePort}/?stuck`, stuck);
	await expect(page.getByRole("alert")).toContainText("API error: The test broke it.");
	product.line.fault = "none";
	await page.reload();
	await whenHydrated(page);
	await askForScan(page, `http://localhost:${product.practicePort}/?fine`, fine);
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
	await product.mailbox.next(fine);
	expect(await product.scansFor(fine)).toHaveLength(1);
});

test("several waiting requests go out together, and each becomes one scan", async ({ page, context, product }) => {
	const addresses = [newAddress(), newAddress(), newAddress()];
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	for (const [count, address] of addresses.entries()) {
		await askForScan(page, `http://localhost:${product.practicePort}/`, address);
		await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
		await expect(page.getByRole("link", { name: new RegExp(`${count + 1} waiting`) })).toBeVisible();
	}
	await context.setOffline(false);
	await Promise.all(addresses.map((address) => product.mailbox.next(address)));
	for (const address of addresses) expect(await product.scansFor(address)).toHaveLength(1);
	// Usually in one request; a busy machine may wake for one of them at a time. Never more than one each.
	expect(product.line.writes.length).toBeLessThanOrEqual(addresses.length);
});

test("what waits is counted and listed, and can be discarded", { tag: "@road" }, async ({ page, context, product }) => {
	const address = newAddress();
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	await askForScan(page, "example.com", address);
	await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	await page
		.getByRole("link", { name: /outbox|waiting/i })
		.first()
		.click();
	await expect(page).toHaveURL(/\/outbox$/);
	await expect(page.getByRole("article")).toContainText("example.com");
	await page.getByRole("button", { name: "Actions: example.com" }).click();
	await page.getByRole("menuitem", { name: "Discard" }).click();
	await expect(page.getByRole("article")).toHaveCount(0);
	await context.setOffline(false);
	expect(product.line.writes).toEqual([]);
});
