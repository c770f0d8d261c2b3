import type { Locator, Page } from "@playwright/test";
import { decodeMail } from "../../support/server/mailbox.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { askForScan, expect, newAddress, type Product, test, whenHydrated } from "../kit.ts";
import { scanPracticeTarget } from "./findings-kit.ts";

const PHONE = { width: 360, height: 740 };

/** The emailed report of the practice target's http side: 22 findings. */
async function emailedReport(page: Page, product: Product): Promise<string> {
	const address = newAddress();
	await page.goto(product.url);
	await whenHydrated(page);
	await askForScan(page, `http://localhost:${product.practicePort}/`, address);
	const { raw } = await product.mailbox.next(address);
	const link = /https?:\/\/[^\s"<>]+\/r\/[\w-]+/.exec(decodeMail(raw))?.[0];
	if (!link) throw new Error("no link in the email");
	return link;
}

const openMarks = (page: Page) =>
	page
		.locator("article[data-rule]:has(> details[open])")
		.evaluateAll((articles) => articles.map((article) => article.id));
const screens = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
const isThumbSized = async (control: Locator) => (await control.boundingBox())?.height ?? 0;
const switchOf = (page: Page) => page.getByRole("group", { name: "Explain to" });
/** The voices that are shown on the page. */
const voices = (page: Page) =>
	page
		.locator("article [data-reader]")
		.evaluateAll((all) => [
			...new Set(
				all.filter((voice) => !voice.hasAttribute("hidden")).map((voice) => voice.getAttribute("data-reader")),
			),
		]);

test("a report of 22 findings is five phone screens: one line each, the worst open, one reader, ways to each severity", {}, async ({
	page,
	product,
}) => {
	await page.setViewportSize(PHONE);
	const link = await emailedReport(page, product);
	await page.goto(link);
	await expect(page.locator("article[data-rule]")).toHaveCount(22);
	expect(await openMarks(page)).toEqual(["H1"]);
	expect(await screens(page)).toBeLessThanOrEqual(5);
	await expectAxeClean(page, "a folded report");
	await page.setViewportSize(PHONE);

	const jumps = page.getByRole("navigation", { name: "Findings by severity" }).getByRole("link");
	await expect(jumps).toHaveText(["High 5", "Medium 6", "Low 6", "Info 5"]);
	for (const jump of await jumps.all()) expect(await isThumbSized(jump)).toBeGreaterThanOrEqual(44);
	await jumps.nth(2).click();
	await expect(page.getByRole("heading", { name: "Low", exact: true })).toBeInViewport();
	expect(await openMarks(page)).toEqual(["H1"]);

	// By keyboard: the reader, and all of them at once.
	await expect(switchOf(page).getByRole("radio", { name: "Owner" })).toBeChecked();
	expect(await voices(page)).toEqual(["owner"]);
	await switchOf(page).getByRole("radio", { name: "Owner" }).focus();
	await page.keyboard.press("ArrowRight");
	await expect(switchOf(page).getByRole("radio", { name: "Engineer" })).toBeChecked();
	expect(await voices(page)).toEqual(["engineer"]);
	await page.getByRole("button", { name: "Open all" }).press("Enter");
	expect(await openMarks(page)).toHaveLength(22);
	await page.getByRole("button", { name: "Close all" }).press("Enter");
	expect(await openMarks(page)).toEqual([]);
	await expect(page.getByRole("button", { name: "Open all" })).toBeVisible();

	// A link to one opens it, and the reader is remembered.
	await page.goto("about:blank");
	await page.goto(`${link}#M3`);
	expect(await openMarks(page)).toEqual(["H1", "M3"]);
	await expect(page.locator("#M3 [data-reader=engineer]")).toBeInViewport();
	expect(await voices(page)).toEqual(["engineer"]);

	// Nothing is wider than a phone, not even at twice the text size.
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
	await page.setViewportSize({ width: 320, height: 740 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a report on paper and without script shows everything to both readers, and runs no other script", async ({
	page,
	browser,
	product,
}) => {
	const link = await emailedReport(page, product);
	const response = await page.goto(link);
	const policy = response?.headers()["content-security-policy"] ?? "";
	expect(policy).toMatch(
		/^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'self' 'sha256-[\w+/]{43}=';/,
	);
	const told = page.locator("article [data-reader] dd");
	const evidence = page.locator("article pre");
	const [all, pieces] = [await told.count(), await evidence.count()];
	expect(all).toBe(22 * 4);

	await page.emulateMedia({ media: "print" });
	await expect(told.filter({ visible: true })).toHaveCount(all);
	await expect(evidence.filter({ visible: true })).toHaveCount(pieces);
	await page.emulateMedia({ media: "screen" });
	await expect(evidence.filter({ visible: true })).not.toHaveCount(pieces);
	// For browsers whose stylesheet cannot: the events before and after printing.
	await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
	expect(await openMarks(page)).toHaveLength(22);
	await page.evaluate(() => dispatchEvent(new Event("afterprint")));
	expect(await openMarks(page)).toEqual(["H1"]);

	// A script injected into the page would not run.
	const { body, headers } = await page.request.get(link).then(async (answer) => ({
		body: await answer.text(),
		headers: answer.headers(),
	}));
	await page.route(link, (route) =>
		route.fulfill({ headers, body: body.replace("<main", "<script>document.title = 'owned'</script><main") }),
	);
	await page.goto(link);
	await expect(page).toHaveTitle(/^Scan report/);
	expect(await openMarks(page)).toEqual(["H1"]);

	const plain = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
	const unscripted = await plain.newPage();
	await unscripted.goto(link);
	await expect(unscripted.locator("article [data-reader] dd").filter({ visible: true })).toHaveCount(all);
	await expect(unscripted.locator("article pre").filter({ visible: true })).toHaveCount(pieces);
	await expect(unscripted.getByRole("group", { name: "Explain to" })).toBeHidden();
	await plain.close();
});

test("a scan of the account folds as its report does, and both remember one reader", async ({ page, product }) => {
	const account = await signIn(page, product);
	await scanPracticeTarget(product, account);
	await page.setViewportSize(PHONE);
	await page.goto(`${product.url}/dashboard/scans?tab=history`);
	await page.getByRole("link", { name: /Combined scan of/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(`http://localhost:${product.practicePort}/`);
	await expect(page.locator("article[data-rule]")).toHaveCount(22);
	expect(await openMarks(page)).toEqual(["H1"]);
	await switchOf(page).getByText("Engineer").click();
	expect(await voices(page)).toEqual(["engineer"]);
	const jumps = page.getByRole("navigation", { name: "Findings by severity" }).getByRole("link");
	for (const jump of await jumps.all()) expect(await isThumbSized(jump)).toBeGreaterThanOrEqual(44);
	await page.locator("#M2 summary").click();
	expect(await openMarks(page)).toEqual(["H1", "M2"]);
	await page.getByRole("button", { name: "Open all" }).click();
	await expect(page.getByRole("button", { name: "Close all" })).toBeVisible();
	expect(await openMarks(page)).toHaveLength(22);
	await expectAxeClean(page, "an open scan");
	await page.setViewportSize(PHONE);
	await page.goto(`${page.url().split("#")[0]}#L2`);
	await page.reload();
	await expect(page.locator("#L2 > details")).toHaveAttribute("open", "");
	await page.emulateMedia({ media: "print" });
	await expect(page.locator("article pre").first()).toBeVisible();
	await expect(page.locator("#M1 [data-reader=owner]")).toBeVisible();
	await expect(page.locator("#M1 [data-reader=engineer]")).toBeVisible();
	await page.emulateMedia({ media: "screen" });

	// The same reader on the page of a link.
	await page.goto(await emailedReport(page, product));
	expect(await voices(page)).toEqual(["engineer"]);
});
