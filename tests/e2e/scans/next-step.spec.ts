import type { Page } from "@playwright/test";
import { PASSWORD } from "../../support/server/accounts.ts";
import { codeMail } from "../../support/server/code-mail.ts";
import { decodeMail } from "../../support/server/mailbox.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeCleanInThemes, expectAxeCleanNow, overflow } from "../axe-clean.ts";
import { complaintsOf } from "../complaints.ts";
import { askForScan, expect, newAddress, type Product, test, whenHydrated } from "../kit.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const receipts = (page: Page) => page.getByRole("list", { name: "Requested on this device" });
const target = (page: Page) => page.getByPlaceholder("Enter a URL, IP address or hostname");

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await whenHydrated(page);
}

/** The token in the link of a free scan's email. */
async function reportToken({ mailbox }: Product, address: string): Promise<string> {
	const tokens = () =>
		mailbox.received
			.filter(({ to }) => to.includes(address))
			.flatMap(({ raw }) => /\/r\/([\w-]{43})/.exec(decodeMail(raw))?.[1] ?? []);
	await expect.poll(() => tokens().length).toBe(1);
	return tokens()[0] ?? "";
}

test("an accepted scan leaves a receipt below the form: the last three, over a reload, until they are removed", async ({
	page,
	product,
}) => {
	await open(page, product.url);
	const address = newAddress();
	const paths = ["a", "b", "c", "d"];
	for (const path of paths) {
		await askForScan(page, `http://localhost:${product.practicePort}/?${path}`, address);
		await expect(receipts(page).getByRole("listitem").first()).toContainText(`/?${path}`);
	}
	// The specification's toast and cleared inputs are as they were.
	await expect(page.getByText("Scan launched!", { exact: true }).first()).toBeVisible();
	await expect(target(page)).toHaveValue("");
	const lines = receipts(page).getByRole("listitem");
	await expect(lines).toHaveCount(3);
	await expect(lines.first()).toContainText(address);
	await expect(lines.first()).toContainText(/Requested \d+ \w{3} \d{4}, \d\d:\d\d/);
	await expectAxeCleanNow(page, "receipts", { within: "[data-below-form]" });
	expect(await overflow(page)).toBe(0);

	// A wide screen is tall enough to show them without scrolling.
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.evaluate(() => scrollTo(0, 0));
	const end = await receipts(page).evaluate((list) => list.getBoundingClientRect().bottom);
	const next = await page.locator("section:not(:has([data-below-form]))").first().boundingBox();
	const figure = await page.locator("figure").first().boundingBox();
	expect(next?.y).toBeGreaterThanOrEqual(end);
	expect(figure?.height).toBeGreaterThanOrEqual(656);
	await page.setViewportSize({ width: 360, height: 740 });

	await page.reload();
	await expect(lines).toHaveCount(3);
	for (const path of ["d", "c", "b"]) {
		await page
			.getByRole("button", { name: `Remove the receipt for http://localhost:${product.practicePort}/?${path}` })
			.tap();
	}
	await expect(receipts(page)).toHaveCount(0);
	await page.reload();
	await whenHydrated(page);
	await page.waitForLoadState("networkidle");
	await expect(receipts(page)).toHaveCount(0);
});

test.describe("with no signal", () => {
	test.use({ device: "installed" });

	test("the receipt says that it is saved here, also after a reload, and turns when it was sent", async ({
		page,
		context,
		product,
	}) => {
		await open(page, product.url);
		const address = newAddress();
		await context.setOffline(true);
		await askForScan(page, `http://localhost:${product.practicePort}/`, address);
		await expect(receipts(page)).toContainText("Saved on this device");
		await page.reload();
		await expect(receipts(page)).toContainText("Saved on this device");
		await context.setOffline(false);
		await expect(receipts(page)).toContainText("Requested", { timeout: 20_000 });
		await expect(receipts(page)).toContainText(address);
	});
});

test("/?target= fills the form and sends nothing; hostile text stays text", async ({ page, product }) => {
	const errors: string[] = [];
	page.on("pageerror", (error) => errors.push(error.message));
	for (const text of [
		"https://example.com/a?b=c&d=e#f",
		"<img src=x onerror=alert(1)>",
		"javascript:alert(1)",
		"\u202Egnp.exe",
	]) {
		await open(page, `${product.url}/?target=${encodeURIComponent(text)}`);
		await expect(target(page)).toHaveValue(text);
		await expect(page).toHaveURL(product.url);
		// The person still enters the address, can change the target, and sends it.
		await expect(page.locator("#scan-email")).toBeFocused();
		await page.getByRole("button", { name: "Change" }).click();
		await expect(target(page)).toBeEditable();
	}
	await open(page, `${product.url}/?target=${encodeURIComponent("  ")}`);
	await expect(page.locator("#scan-email")).toHaveCount(0);
	expect(product.line.writes).toEqual([]);
	expect(errors).toEqual([]);
});

test("a visitor on a phone scans, opens the report, watches its host, registers, confirms, and finds the scan in the account", {}, async ({
	page,
	product,
}) => {
	const errors = complaintsOf(page);
	const address = newAddress();
	const practice = `http://localhost:${product.practicePort}/?watched`;
	await open(page, product.url);
	await askForScan(page, practice, address);
	const token = await reportToken(product, address);
	await page.goto(`${product.url}/r/${token}`);
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

	await open(page, `${product.url}/auth/register?watch=${token}`);
	await expect(page.getByText("You are about to watch localhost.")).toBeVisible();
	expect(page.url()).not.toContain(token);
	await expect(page.getByLabel("Email", { exact: true })).toHaveValue(address);
	await expect(page.getByRole("checkbox", { name: "Scan localhost every week" })).toBeChecked();
	await expectAxeCleanInThemes(page, "register-watch");
	expect(await overflow(page)).toBe(0);
	await page.reload();
	await expect(page.getByText("You are about to watch localhost.")).toBeVisible();

	await page.getByLabel("First name").fill("Ada");
	await page.getByLabel("Last name").fill("Obi");
	await page.getByLabel("Company").fill("Obi & Co");
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByLabel("Confirm password").fill(PASSWORD);
	await page.getByRole("checkbox", { name: /terms/i }).check();
	await page.getByRole("button", { name: "Create account" }).tap();
	await expect(page.getByText("free scans that were sent to this address are in your account")).toBeVisible();

	const mail = await codeMail(product.mailbox, address, "/auth/confirm");
	await open(page, product.url + mail.path);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Confirm the address" }).tap();
	await expect(page.getByText("Free scans that were sent to it are in your account now.")).toBeVisible();

	// This profile has no service worker, which the page says; the dashboard's own pages have their own tests.
	expect(errors).toEqual([]);

	await open(page, `${product.url}/dashboard/scans?tab=history`);
	const scan = page.getByRole("link", { name: `Combined scan of ${practice}` });
	await expect(scan).toBeVisible();
	await expect(page.getByText("Requested from the public form")).toBeVisible();
	await open(page, `${product.url}/dashboard/scans?tab=scheduled`);
	await expect(page.getByText("localhost every week")).toBeVisible();
});

test("who is signed in watches a report's host with one tap, and takes its scan along", async ({ page, product }) => {
	// Requested before signing in: otherwise it would belong to the account from the start.
	const email = newAddress();
	await open(page, product.url);
	await askForScan(page, `http://localhost:${product.practicePort}/?later`, email);
	const token = await reportToken(product, email);
	await signIn(page, product, { email });
	await open(page, `${product.url}/auth/register?watch=${token}`);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Watch this host");
	await expectAxeCleanInThemes(page, "watch-host");
	await page.getByRole("button", { name: "Watch this host" }).tap();
	await expect(page.getByText("It is scanned every week from now on. Its scan is in your account.")).toBeVisible();
	await page.getByRole("link", { name: "Open the scan" }).tap();
	await expect(page.getByText("The public form, for your address")).toBeVisible();
});

test("a report's link that has expired says so, and registering goes on without it", async ({ page, product }) => {
	await open(page, `${product.url}/auth/register?watch=${"A".repeat(43)}`);
	await expect(page.getByText("That report’s link has expired, or the report was deleted.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
	await expect(page.getByRole("checkbox", { name: /every week/ })).toHaveCount(0);
});

test("an account of long standing signs in on the way and comes back to the host", async ({ page, product }) => {
	const elsewhere = await page.context().browser()?.newContext();
	const other = (await elsewhere?.newPage()) ?? page;
	const account = await signIn(other, product, { email: newAddress() });
	await open(page, product.url);
	await askForScan(page, `http://localhost:${product.practicePort}/?mine`, account.email);
	const token = await reportToken(product, account.email);
	await open(page, `${product.url}/auth/register?watch=${token}`);
	await expect(page.getByText("You are about to watch localhost.")).toBeVisible();
	await page.getByRole("main").getByRole("link", { name: "Sign in" }).tap();
	await expect(page.getByText("Sign in to watch localhost.")).toBeVisible();
	await page.getByLabel("Email", { exact: true }).fill(account.email);
	await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
	await page.getByRole("button", { name: "Sign in", exact: true }).tap();
	await expect(page.getByRole("button", { name: "Watch this host" })).toBeVisible();
	await elsewhere?.close();
});
