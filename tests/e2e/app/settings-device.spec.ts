import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { askForScan, expect, newAddress, test, whenHydrated, whenInstalled } from "../kit.ts";

test.use({ device: "installed" });

const section = (page: Page, name: string) => page.getByRole("region", { name });
const fact = (page: Page, name: string) =>
	page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd");
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const barColors = (page: Page) =>
	page.evaluate(() =>
		[...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
			.filter(({ media }) => matchMedia(media).matches)
			.map(({ content }) => content),
	);

const LIGHT = "rgb(250, 248, 244)";
const DARK = "rgb(16, 20, 24)";

test("light or dark is chosen for this device, by keyboard, and applies before the first paint on every page", async ({
	page,
	context,
	product,
}) => {
	// The theme mark on the document when the browser first paints.
	await page.addInitScript(() => {
		requestAnimationFrame(() => {
			(window as { firstFrame?: string }).firstFrame = document.documentElement.dataset.theme ?? "none";
		});
	});
	const firstFrame = () => page.evaluate(() => (window as { firstFrame?: string }).firstFrame);
	await page.emulateMedia({ colorScheme: "light" });
	await page.goto(`${product.url}/dashboard/settings/device`);
	await whenInstalled(page);
	expect(await paper(page)).toBe(LIGHT);
	expect(await firstFrame()).toBe("system");

	await page.getByRole("radio", { name: "As this device" }).focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("ArrowDown");
	await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
	expect(await paper(page)).toBe(DARK);
	expect(await barColors(page)).toEqual(["#101418"]);
	await expectAxeClean(page, "settings, dark by choice");

	await page.emulateMedia({ colorScheme: "light" });
	const other = await context.newPage();
	await other.emulateMedia({ colorScheme: "light" });
	await other.goto(product.url);
	await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
	expect(await paper(other)).toBe(DARK);
	await page.reload();
	expect(await firstFrame()).toBe("dark");
	await page.goto(`${product.url}/auth/login`);
	expect(await firstFrame()).toBe("dark");

	await context.setOffline(true);
	await page.goto(`${product.url}/dashboard/settings/device`);
	expect(await firstFrame()).toBe("dark");
	await whenHydrated(page);
	await page.getByText("As this device").click();
	await expect(page.locator("html")).toHaveAttribute("data-theme", "system");
	await expect(other.locator("html")).toHaveAttribute("data-theme", "system");
	expect(await paper(page)).toBe(LIGHT);
	await page.emulateMedia({ colorScheme: "dark" });
	expect(await paper(page)).toBe(DARK);
	expect(await barColors(page)).toEqual(["#101418"]);
});

test("the settings count what this device keeps and clear it without touching the outbox; version, update and my data", async ({
	page,
	context,
	product,
}) => {
	const { email } = await signIn(page, product);
	await page.goto(product.url);
	await whenInstalled(page);
	await context.setOffline(true);
	await askForScan(page, "example.com", newAddress());
	await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	product.line.fault = { status: 503, body: { code: "unavailable", message: "Later, the test says." } };
	await context.setOffline(false);

	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await expect(page.getByRole("tab", { name: /Scan History/ })).toHaveText("Scan History0");
	await page.goto(`${product.url}/dashboard/settings/data`);
	await expect(section(page, "My data")).toBeVisible();
	await expect(fact(page, "In the outbox")).toHaveText("1 request waiting");
	await expect(fact(page, "Opens without a connection")).toHaveText(/^Yes, \d+ files$/);
	await expect(fact(page, "Space used")).toHaveText(/^[\d.]+ .?B of [\d.]+ .?B$/);
	await page.reload();
	await expect(fact(page, "Kept for reading")).toHaveText(/^(1 page|\d+ pages), [\d.]+ .?B$/);

	await page.goto(`${product.url}/dashboard/settings/delete`);
	await page.getByRole("button", { name: "Clear pages kept for reading" }).click();
	await expect(section(page, "Clear this device").getByRole("status")).toContainText("Cleared.");
	await page.goto(`${product.url}/dashboard/settings/data`);
	await expect(fact(page, "In the outbox")).toHaveText("1 request waiting");

	await context.setOffline(true);
	await expect(page.getByRole("button", { name: "Download my data" })).toBeDisabled();
	await context.setOffline(false);
	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download my data" }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
	const file = JSON.parse(await readFile(await download.path(), "utf8"));
	expect(file.account.email).toBe(email);
	expect(file.sessions).toHaveLength(1);
	await expect(page.getByText("The file was downloaded.")).toBeVisible();

	await page.goto(`${product.url}/dashboard/settings/device`);
	const about = section(page, "About Plumbline");
	await expect(fact(page, "Version")).toHaveText(/^\d+\.\d+\.\d+$/);
	await expect(fact(page, "Build")).toHaveText(/^[\w-]{8}$/);
	await expect(fact(page, "Worker")).toHaveText("Active");
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toHaveText("This is the newest version.");
	await context.setOffline(true);
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toHaveText("The server did not answer. Nothing was changed.");
	await context.setOffline(false);
	product.line.workerSuffix = `\n// ${Date.now()}`;
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toContainText("A new version is downloading.");
	product.line.workerSuffix = "";
	await expectAxeClean(page, "settings");
});

test("the index shows each group’s state in one line, opens it, goes back with the focus, and stays beside it at a desk", async ({
	page,
	context,
	product,
}) => {
	const { email } = await signIn(page, product);
	await page.setViewportSize({ width: 360, height: 740 });
	const index = page.getByRole("navigation", { name: "Settings" });
	const group = (name: string) => index.getByRole("link", { name });
	const heading = page.getByRole("heading", { level: 1 });
	await page.goto(`${product.url}/dashboard/settings`);
	await whenInstalled(page);
	await expect(index.getByRole("link")).toHaveCount(11);
	await expect(group("Account")).toHaveAccessibleDescription(email);
	await expect(group("Sign-in")).toHaveAccessibleDescription("Signed in on 1 device");
	await expect(group("Notifications")).toHaveAccessibleDescription("Notifications are off for this device.");
	await expect(group("This device")).toHaveAccessibleDescription("Colors as this device · Not installed");
	await expect(group("Data")).toHaveAccessibleDescription(/^\d+ pages, [\d.]+ .?B · May be cleared if space runs low$/);
	// What cannot be undone comes last.
	await expect(index.getByRole("link").last()).toHaveAccessibleName("Clear and delete");
	// A whole row is its link.
	for (const row of await index.getByRole("listitem").all())
		expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	await expectAxeClean(page, "the index of the settings", { targets: true });
	expect((await index.boundingBox())?.height).toBeLessThan(740);

	await group("Notifications").click();
	await expect(page).toHaveURL(`${product.url}/dashboard/settings/notifications`);
	await expect(heading).toHaveText("Notifications");
	await expect(heading).toBeFocused();
	await expect(page).toHaveTitle("Notifications | Settings | Plumbline");
	await expect(index).toBeHidden();
	await expect(page.locator("[data-tab-bar] [aria-current]")).toHaveText("More");
	await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
	await expect(heading).toHaveText("Settings");
	await page.goBack();
	await expect(heading).toHaveText("Notifications");

	await page.setViewportSize({ width: 1280, height: 800 });
	await expect(group("Notifications")).toHaveAttribute("aria-current", "page");
	await group("Data").click();
	await expect(heading).toHaveText("Data");
	await expect(index).toBeVisible();

	// A group opens directly, with no network, and not as another page.
	await context.setOffline(true);
	await page.goto(`${product.url}/dashboard/settings/device`);
	await expect(heading).toHaveText("This device");
	await expect(section(page, "Appearance")).toBeVisible();
	await context.setOffline(false);
	await page.goto(`${product.url}/dashboard/settings/nope`);
	await expect(heading).toHaveText("Overview");
});

test("a section’s anchor of before there were groups still leads to it", async ({ page, product }) => {
	await signIn(page, product);
	for (const [anchor, path, name] of [
		["sessions", "sign-in", "Where you are signed in"],
		["storage", "data", "Storage and offline"],
		["delete", "delete", "Delete the account"],
	] as const) {
		await page.goto(`${product.url}/dashboard/settings#${anchor}`);
		await expect(page).toHaveURL(`${product.url}/dashboard/settings/${path}#${anchor}`);
		await expect(page.getByRole("heading", { name })).toBeFocused();
		await page.goto("about:blank");
	}
});
