import type { Locator, Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, type Product, test, whenInstalled } from "../kit.ts";
import { findingsOf, type Seed, seedFindings } from "./findings-kit.ts";

test.use({ device: "installed" });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };
const PATH = "/dashboard/vulnerabilities";

const PHP: Seed = {
	title: "PHP 5.6.40 no longer gets security fixes",
	rule: "software-end-of-life",
	severity: "high",
	host: "portal.example.com",
	places: 4,
};
const COOKIE: Seed = {
	title: "A cookie may travel unencrypted",
	rule: "cookie-secure",
	severity: "medium",
	host: "shop.example.com",
	places: 1,
};
const POLICY: Seed = {
	title: "No content security policy",
	rule: "csp-missing",
	severity: "low",
	host: "shop.example.com",
	places: 400,
};

const problems = (page: Page) => page.locator("ul[aria-label=Problems] > li");
const problem = (page: Page, { title }: Seed) => problems(page).filter({ hasText: title });
const places = (page: Page, { title }: Seed) =>
	page.getByRole("list", { name: `Places of ${title}` }).getByRole("listitem");
const verdictCalls = ({ line }: Product) =>
	line.writes.filter(({ path }) => path.includes("verdicts") || path.includes("outbox"));

async function choose(row: Locator, what: string): Promise<void> {
	await row
		.getByRole("button", { name: /^Actions: / })
		.first()
		.click();
	await row.getByRole("menuitem", { name: what }).click();
}

test("on a phone 405 findings are three problems, which open to their places and are decided one by one or all at once", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product }) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, COOKIE, POLICY]);
	await page.goto(product.url + PATH);
	await expect(page.getByText("3 problems · 405 findings", { exact: true })).toBeVisible();
	await expect(problems(page)).toHaveCount(3);
	await expect(problems(page)).toContainText([PHP.title, COOKIE.title, POLICY.title]);
	await expect(problem(page, PHP)).toContainText("4 places");
	// A problem in one place links straight to it.
	await expect(problem(page, COOKIE).getByRole("link", { name: COOKIE.title })).toBeVisible();

	// One place of four, and back.
	await problem(page, PHP).getByRole("button", { name: PHP.title, exact: true }).click();
	await expect(places(page, PHP)).toHaveCount(4);
	await expectAxeClean(page, "an open problem");
	await choose(places(page, PHP).first(), "Fixed");
	await expect(places(page, PHP)).toHaveCount(3);
	await expect(page.getByText("3 problems · 404 findings", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("Undone: 1 finding", { exact: true })).toBeVisible();
	await expect(places(page, PHP)).toHaveCount(4);
	expect((await findingsOf(product, account)).states).toMatchObject({ open: 405, fixed: 0 });

	// All 400 places of one: two requests, one message, and undone together.
	const before = verdictCalls(product).length;
	await choose(problem(page, POLICY), "Fixed");
	await expect(page.getByText("400 findings marked as fixed", { exact: true })).toBeVisible();
	await expect(problems(page)).toHaveCount(2);
	expect(verdictCalls(product)).toHaveLength(before + 2);
	expect((await findingsOf(product, account)).states).toMatchObject({ open: 5, fixed: 400 });
	await page.getByRole("button", { name: "Undo" }).first().click();
	await expect(page.getByText("Undone: 400 findings", { exact: true })).toBeVisible();
	await expect(problems(page)).toHaveCount(3);
	expect((await findingsOf(product, account)).states).toMatchObject({ open: 405, fixed: 0 });

	// Two problems at once, with one reason.
	await problem(page, PHP)
		.getByRole("checkbox", { name: /4 places$/ })
		.check();
	await problem(page, COOKIE).getByRole("checkbox").check();
	const bulk = page.getByRole("group", { name: "Several at once" });
	await expect(bulk.getByRole("status")).toHaveText("2 selected · 5 findings");
	await expectAxeClean(page, "with a selection");
	await bulk.getByRole("button", { name: /^Accept/ }).click();
	await page.getByLabel("Why are you accepting it?").fill("Replaced in March");
	await page.getByRole("button", { name: "Accept the risk" }).click();
	await expect(page.getByText("5 findings accepted as a risk", { exact: true })).toBeVisible();
	await page.getByRole("tab", { name: /^Accepted risk/ }).click();
	await expect(problem(page, PHP)).toContainText("Replaced in March");
	// It has its own actions a moment after its places have theirs.
	await expect(problem(page, PHP).getByRole("button", { name: /^Actions: .*4 places$/ })).toBeVisible();
	// Undoing a reopening restores the reason.
	await choose(problem(page, PHP), "Reopen");
	await expect(page.getByText("4 findings reopened", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).first().click();
	await expect(problem(page, PHP)).toContainText("Replaced in March");

	await page.setViewportSize({ width: 320, height: 740 });
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a row is 44 pixels for a thumb and about 36 for a mouse, in two lines", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product }) => {
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, COOKIE]);
	await page.setViewportSize(DESKTOP);
	await page.goto(product.url + PATH);
	await expect(problems(page)).toHaveCount(2);
	const height = async () => (await problems(page).first().boundingBox())?.height ?? 0;
	expect(await height()).toBeLessThanOrEqual(41);
	expect(await height()).toBeGreaterThanOrEqual(36);
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
	await page.setViewportSize(PHONE);
	await expect.poll(height).toBeGreaterThanOrEqual(44);
	for (const control of await problems(page)
		.first()
		.getByRole("button", { name: /^Actions/ })
		.all()) {
		expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	}
});

test("at a desk the list is worked through by keyboard: moving, opening, selecting, deciding, undoing, and its keys", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product }) => {
	await page.setViewportSize(DESKTOP);
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, COOKIE, { ...POLICY, places: 2 }]);
	await page.goto(product.url + PATH);
	await expect(problems(page)).toHaveCount(3);
	const main = (seed: Seed) => problem(page, seed).locator("[data-row-main]").first();

	// Nothing happens outside the list, and in a field a letter is a letter.
	const search = page.getByRole("searchbox", { name: "Search" });
	await search.fill("");
	await search.press("f");
	await search.press("?");
	await expect(search).toHaveValue("f?");
	await search.fill("");
	await expect(page).toHaveURL(product.url + PATH);
	expect(verdictCalls(product)).toHaveLength(0);

	await main(PHP).focus();
	await page.keyboard.press("j");
	await expect(main(COOKIE)).toBeFocused();
	await page.keyboard.press("k");
	await expect(main(PHP)).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(places(page, PHP)).toHaveCount(4);
	await page.keyboard.press("j");
	await expect(places(page, PHP).first().getByRole("link")).toBeFocused();

	// The focused place is decided, and the focus moves to the next one.
	const second = places(page, PHP).nth(1).getByRole("link");
	const next = (await second.textContent()) ?? "";
	await page.keyboard.press("f");
	await expect(page.getByText("1 finding marked as fixed", { exact: true })).toBeVisible();
	await expect(places(page, PHP)).toHaveCount(3);
	await expect(places(page, PHP).getByRole("link", { name: next })).toBeFocused();
	await page.keyboard.press("z");
	await expect(page.getByText("Undone: 1 finding", { exact: true })).toBeVisible();
	await expect(places(page, PHP)).toHaveCount(4);

	// All selected ones are decided together.
	await main(COOKIE).focus();
	await page.keyboard.press("x");
	await page.keyboard.press("j");
	await page.keyboard.press("x");
	const bulk = page.getByRole("group", { name: "Several at once" });
	await expect(bulk.getByRole("status")).toHaveText("2 selected · 3 findings");
	await page.keyboard.press("f");
	await expect(page.getByText("3 findings marked as fixed", { exact: true })).toBeVisible();
	await expect(problems(page)).toHaveCount(1);

	await main(PHP).focus();
	await page.keyboard.press("?");
	const keys = page.getByRole("dialog", { name: "Keys" });
	await expect(keys).toContainText("Next row");
	await expectAxeClean(page, "the list of keys");
	await page.keyboard.press("Escape");
	await expect(keys).toBeHidden();
	await expect(main(PHP)).toBeFocused();
	expect((await findingsOf(product, account)).states).toMatchObject({ open: 4, fixed: 3 });
});

test("offline a problem is decided and undone on the device, and what is decided goes out once", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product, context }) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, POLICY]);
	await page.goto(product.url + PATH);
	await whenInstalled(page);
	await expect(problems(page)).toHaveCount(2);
	await whenKept(page, PHP.title);
	await context.setOffline(true);
	await choose(problem(page, PHP), "Fixed");
	await expect(problem(page, PHP).getByText("Waiting to be sent: Fixed.")).toBeVisible();
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(page.getByText("Undone: 4 findings", { exact: true })).toBeVisible();
	await expect(problem(page, PHP).getByText(/^Waiting to be sent/)).toHaveCount(0);

	// Only ten of its places are loaded: no partial decisions.
	await choose(problem(page, POLICY), "Fixed");
	await expect(page.getByText("Nothing was changed", { exact: true })).toBeVisible();
	await expect(problem(page, POLICY).getByText(/^Waiting to be sent/)).toHaveCount(0);

	await choose(problem(page, PHP), "Fixed");
	await expect(problem(page, PHP).getByText("Waiting to be sent: Fixed.")).toBeVisible();
	await page.reload();
	await expect(problem(page, PHP).getByText("Waiting to be sent: Fixed.")).toBeVisible();
	await problem(page, PHP).getByRole("button", { name: PHP.title, exact: true }).click();
	await expect(places(page, PHP)).toHaveCount(4);
	// One of the four is taken back.
	await places(page, PHP)
		.first()
		.getByRole("button", { name: /^Take back/ })
		.click();
	await expect(problem(page, PHP)).toContainText("3 waiting to be sent");
	await context.setOffline(false);
	await expect.poll(async () => (await findingsOf(product, account)).states).toMatchObject({ fixed: 3, open: 401 });
	await expect(page.getByText("2 problems · 401 findings", { exact: true })).toBeVisible();
	expect(verdictCalls(product)).toHaveLength(1);
});

test("hosts and clients to filter by are the account’s own, also without a network", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product, context }) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, COOKIE]);
	await page.goto(product.url + PATH);
	await whenInstalled(page);
	await page.getByRole("button", { name: "Filter" }).click();
	const filter = page.getByRole("dialog", { name: "Filter vulnerabilities" });
	const host = filter.getByLabel("Host");
	await expect(host.getByRole("option")).toHaveText(["All hosts", "portal.example.com", "shop.example.com"]);
	await host.selectOption("shop.example.com");
	await expectAxeClean(page, "the filter");
	await filter.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/\?host=shop\.example\.com$/);
	await expect(problems(page)).toContainText([COOKIE.title]);
	await whenKept(page, "certificateEndsAt");
	await context.setOffline(true);
	await page.reload();
	await page.getByRole("button", { name: /^Filter/ }).click();
	await expect(host).toHaveValue("shop.example.com");
	await expect(host.getByRole("option")).toHaveCount(3);
});

test("what is selected shows as selected, and a decision that waits ends it; its toast outlives the sign-out question", async ({
	page,
	context,
	product,
}) => {
	await page.setViewportSize(DESKTOP);
	const account = await signIn(page, product);
	await seedFindings(product, account, [PHP, COOKIE]);
	await page.goto(product.url + PATH);
	await whenInstalled(page);
	const box = (seed: Seed) => problem(page, seed).getByRole("checkbox").first();
	const bulk = page.getByRole("group", { name: "Several at once" });
	await box(PHP).check();
	await bulk.getByRole("button", { name: "Select all" }).click();
	await expect(bulk.getByRole("status")).toHaveText("2 selected · 5 findings");
	await expect(box(COOKIE)).toBeChecked();
	await bulk.getByRole("button", { name: "Select none" }).click();
	await expect(box(COOKIE)).not.toBeChecked();

	await context.setOffline(true);
	await box(COOKIE).check();
	await choose(problem(page, COOKIE), "Fixed");
	await expect(problem(page, COOKIE)).toContainText("Waiting to be sent: Fixed.");
	await expect(bulk.getByRole("status")).toHaveText("");

	const toast = page.locator("[data-sonner-toast]").filter({ hasText: "Saved on this device" });
	await toast.hover();
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).press("Enter");
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).press("Enter");
	await page
		.getByRole("dialog", { name: "One request is still waiting" })
		.getByRole("button", { name: "Stay signed in" })
		.press("Enter");
	await expect(toast).toBeVisible();
	await toast.getByRole("button", { name: "Undo" }).click();
	await expect(problem(page, COOKIE)).not.toContainText("Waiting to be sent");
	await context.setOffline(false);
});
