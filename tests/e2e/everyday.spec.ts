import type { Locator, Page } from "@playwright/test";
import { decodeMail } from "../support/server/mailbox.ts";
import { signIn } from "./accounts-kit.ts";
import { findingsOf, scanPracticeTarget, seedFindings } from "./findings/findings-kit.ts";
import { askForScan, expect, newAddress, type Product, test, whenHydrated } from "./kit.ts";

/**
 * What people do ten times a day, with taps and screens counted. docs/JOURNEYS.md has the numbers from before the screens were made for
 * it.
 */
test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const screensOf = (page: Page) =>
	page.evaluate(() => Math.round((10 * document.documentElement.scrollHeight) / innerHeight) / 10);

/** A thumb that counts its taps. Typing does not count. */
function countingThumb() {
	let taps = 0;
	return {
		async tap(what: Locator) {
			taps += 1;
			await what.tap();
		},
		taps: () => taps,
	};
}

function note(what: string, number: number): void {
	test.info().annotations.push({ type: "journey", description: `${what}: ${number}` });
}

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url);
	await whenHydrated(page);
}

async function reportLink({ mailbox }: Product, address: string): Promise<string> {
	const { raw } = await mailbox.next(address);
	return /https?:\/\/[^\s"<>]+\/r\/[\w-]+/.exec(decodeMail(raw))?.[0] ?? "";
}

test("a visitor reads what to do first on the report's first screen, and watches the host with one tap", async ({
	page,
	product,
}) => {
	const address = newAddress();
	await open(page, product.url);
	await askForScan(page, `http://localhost:${product.practicePort}/?everyday`, address);
	await page.goto(await reportLink(product, address));
	await expect(page.getByText("What to do first").first()).toBeInViewport();
	const screens = await screensOf(page);
	note("phone screens of a report of 22 findings", screens);
	expect(screens).toBeLessThanOrEqual(5);
	const thumb = countingThumb();
	await thumb.tap(page.getByRole("link", { name: "Watch this host" }));
	await expect(page.getByText("You are about to watch localhost.")).toBeVisible();
	expect(thumb.taps()).toBe(1);
});

test("a compliance lead sees the three things to do first without scrolling, and decides 8 places in 4 taps", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	const { total } = await scanPracticeTarget(product, account);
	await seedFindings(product, account, [
		{
			title: "A database is open to the network",
			rule: "database-exposed",
			severity: "high",
			host: "portal.example.com",
			places: 8,
		},
		{ title: "No content security policy", rule: "csp-missing", severity: "low", host: "shop.example.com", places: 76 },
	]);
	await open(page, `${product.url}/dashboard/overview`);
	const todos = page.getByRole("list", { name: "Do first" }).getByRole("listitem");
	await expect(todos.first()).toContainText("A database is open to the network");
	await expect(todos.last()).toBeInViewport();
	note("phone screens of the overview", await screensOf(page));

	const thumb = countingThumb();
	await thumb.tap(todos.first().getByRole("link"));
	await expect(page.getByText("1 problem · 8 findings", { exact: true })).toBeVisible();
	const problem = page.getByRole("list", { name: "Problems" }).getByRole("listitem").first();
	await thumb.tap(problem.getByRole("button", { name: /^Actions: / }));
	await thumb.tap(problem.getByRole("menuitem", { name: "Fixed" }));
	await expect(page.getByText("8 findings marked as fixed", { exact: true })).toBeVisible();
	note("taps to decide 8 places of one problem", thumb.taps());
	expect(thumb.taps()).toBeLessThanOrEqual(4);
	expect((await findingsOf(product, account)).states).toMatchObject({ open: 76 + total, fixed: 8 });

	await open(page, `${product.url}/dashboard/vulnerabilities`);
	await expect(page.getByText(new RegExp(`^\\d+ problems · ${76 + total} findings$`))).toBeVisible();
	const screens = await screensOf(page);
	note(`phone screens of ${76 + total} findings`, screens);
	expect(screens).toBeLessThanOrEqual(5);
});

test("a consultant scans the same host again in 2 taps, and sees its outcome on the same screen", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	await scanPracticeTarget(product, account);
	await open(page, `${product.url}/dashboard/scans?tab=history`);
	const rows = page.getByRole("list", { name: "Finished scans" }).getByRole("listitem");
	await expect(rows.first()).toBeInViewport();
	note(
		"where the first scan stands, in phone screens",
		Math.round(((await rows.first().boundingBox())?.y ?? 0) / 74) / 10,
	);

	const thumb = countingThumb();
	await thumb.tap(page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }));
	const dialog = page.getByRole("dialog", { name: "Configure Scan" });
	const target = dialog.getByLabel("Target");
	// The browser suggests what was scanned lately; a person picks it instead of typing.
	const suggested = `http://localhost:${product.practicePort}/`;
	await expect(page.locator(`datalist option[value="${suggested}"]`)).toBeAttached();
	await target.fill(suggested);
	await thumb.tap(dialog.getByRole("button", { name: "Start scan" }));
	await expect(dialog).toBeHidden();
	await expect(page.getByText(/^Finished: grade [A-F]/)).toBeVisible();
	note("taps to scan again", thumb.taps());
	expect(thumb.taps()).toBe(2);
});

test("the way to deleting an account is an index, and it stands last", async ({ page, product }) => {
	await signIn(page, product);
	await open(page, `${product.url}/dashboard/settings`);
	const screens = await screensOf(page);
	note("phone screens of the settings", screens);
	expect(screens).toBeLessThanOrEqual(2);
	const thumb = countingThumb();
	await thumb.tap(page.getByRole("link", { name: /Clear and delete/ }));
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Clear and delete");
	expect(thumb.taps()).toBe(1);
});
