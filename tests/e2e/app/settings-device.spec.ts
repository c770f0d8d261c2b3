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
	// What the document is marked with when the browser first makes a frame.
	await page.addInitScript(() => {
		requestAnimationFrame(() => {
			(window as { firstFrame?: string }).firstFrame = document.documentElement.dataset.theme ?? "none";
		});
	});
	const firstFrame = () => page.evaluate(() => (window as { firstFrame?: string }).firstFrame);
	await page.emulateMedia({ colorScheme: "light" });
	await page.goto(`${product.url}/dashboard/settings`);
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
	await page.goto(`${product.url}/dashboard/settings`);
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
	await page.goto(`${product.url}/dashboard/settings`);
	await expect(section(page, "Profile")).toBeVisible();
	await expect(fact(page, "In the outbox")).toHaveText("1 request waiting");
	await expect(fact(page, "Opens without a connection")).toHaveText(/^Yes, \d+ files$/);
	await expect(fact(page, "Space used")).toHaveText(/^[\d.]+ .?B of [\d.]+ .?B$/);
	await page.reload();
	await expect(fact(page, "Kept for reading")).toHaveText(/^(1 page|\d+ pages), [\d.]+ .?B$/);
	await page.getByRole("button", { name: "Clear pages kept for reading" }).click();
	await expect(section(page, "Storage and offline").getByRole("status")).toContainText("Cleared.");
	await expect(fact(page, "In the outbox")).toHaveText("1 request waiting");

	const about = section(page, "About Plumbline");
	await expect(fact(page, "Version")).toHaveText(/^\d+\.\d+\.\d+$/);
	await expect(fact(page, "Build")).toHaveText(/^[\w-]{8}$/);
	await expect(fact(page, "Worker")).toHaveText("Active");
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toHaveText("This is the newest version.");
	await context.setOffline(true);
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toHaveText("The server did not answer. Nothing was changed.");
	await expect(page.getByRole("button", { name: "Download my data" })).toBeDisabled();
	await context.setOffline(false);
	product.line.workerSuffix = `\n// ${Date.now()}`;
	await about.getByRole("button", { name: "Check for an update" }).click();
	await expect(about.getByRole("status")).toContainText("A new version is downloading.");
	product.line.workerSuffix = "";

	const downloading = page.waitForEvent("download");
	await page.getByRole("button", { name: "Download my data" }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
	const file = JSON.parse(await readFile(await download.path(), "utf8"));
	expect(file.account.email).toBe(email);
	expect(file.sessions).toHaveLength(1);
	await expect(page.getByText("The download has started.")).toBeVisible();
	await expectAxeClean(page, "settings");
});
