import type { Locator, Page } from "@playwright/test";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { findingsOf, scanPracticeTarget } from "./findings-kit.ts";

test.use({ device: "installed" });

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

const rows = (page: Page) => page.getByRole("list", { name: "Findings" }).getByRole("listitem");
/** Chooses from a row's menu. */
async function choose(row: Locator, what: string): Promise<void> {
	await row.getByRole("button", { name: /^Actions: / }).click();
	await row.getByRole("menuitem", { name: what }).click();
}
const PLACES = "/dashboard/vulnerabilities?view=places";
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

/** In both themes, narrow and wide, and with text at twice the size on the narrowest phone. */
async function expectSound(page: Page, where: string): Promise<void> {
	await expectAxeClean(page, where);
	const before = page.viewportSize();
	await page.setViewportSize({ width: 320, height: 740 });
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0);
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "";
	});
	if (before) await page.setViewportSize(before);
}

async function expectReachable(buttons: Locator): Promise<void> {
	for (const button of await buttons.all()) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
}

test("on a phone findings are listed, filtered by the address, and get a verdict with one tap", {
	annotation: { type: "acceptance", description: "S2.160, S2.166, S7.33, B14" },
}, async ({ page, product }) => {
	await page.setViewportSize(PHONE);
	await page.goto(`${product.url}/dashboard/vulnerabilities`);
	await expect(page.getByText("5 problems · 9 findings", { exact: true })).toBeVisible();
	await page.getByText("Places", { exact: true }).click();
	await expect(page).toHaveURL(/\?view=places$/);
	await expect(rows(page)).toHaveCount(9);
	await expect(page.getByText("Sample", { exact: true })).toBeVisible();
	await expect(rows(page).getByRole("button")).toHaveCount(0);

	const account = await signIn(page, product);
	const { total, findings } = await scanPracticeTarget(product, account);
	await page.goto(`${product.url}/dashboard/overview`);
	await whenHydrated(page);
	await page.getByRole("button", { name: "Menu", exact: true }).click();
	await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Vulnerabilities" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities`);
	await expect(tab(page, "Open")).toHaveText(`Open${total}`);
	await page.getByText("Places", { exact: true }).click();
	await expect(rows(page)).toHaveCount(total);
	await expectSound(page, "list");

	// One tap. The row goes away, the focus moves to the row next to it, and a second tap has nothing to act on.
	const [first = "", second = ""] = findings.map(({ title }) => title);
	await rows(page)
		.first()
		.getByRole("button", { name: /^Actions: / })
		.focus();
	await page.keyboard.press("Enter");
	await expect(rows(page).first().getByRole("menuitem", { name: "Fixed" })).toBeFocused();
	await page.keyboard.press("Enter");
	await page.keyboard.press("Enter");
	await expect(page.getByText("1 finding marked as fixed", { exact: true })).toBeVisible();
	await expect(rows(page)).toHaveCount(total - 1);
	await expect(tab(page, "Fixed")).toHaveText("Fixed1");
	await expect(rows(page).first().getByRole("link", { name: second })).toBeFocused();
	expect(product.line.writes.filter(({ path }) => path.includes("verdicts"))).toHaveLength(1);

	// A risk is accepted with a reason, and reopened.
	await choose(rows(page).first(), "Accept…");
	const dialog = page.getByRole("dialog", { name: "Accept the risk" });
	await dialog.getByLabel("Why are you accepting it?").fill("Behind the office network only");
	await dialog.getByLabel(/^Last day/).fill("2099-12-31");
	await dialog.getByRole("button", { name: "Accept the risk" }).click();
	await expect(dialog).toBeHidden();
	await expect(rows(page)).toHaveCount(total - 2);
	await tab(page, "Accepted risk").click();
	await expect(page).toHaveURL(/\?state=accepted&view=places$/);
	await expect(rows(page)).toContainText(["Until 31 Dec 2099. Behind the office network only"]);
	await page.reload();
	await expect(rows(page).getByRole("link", { name: second })).toBeVisible();
	await choose(rows(page).first(), "Reopen");
	await expect(page.getByText("No accepted risks.")).toBeVisible();
	await tab(page, "Fixed").click();
	await expect(rows(page).getByRole("link")).toHaveText([first]);

	// Search and filter are in the address.
	await tab(page, "All").click();
	await page.getByRole("searchbox", { name: "Search" }).fill(second);
	await expect(page).toHaveURL(/q=/);
	await expect(rows(page).getByRole("link")).toHaveText([second]);
	await page.getByRole("searchbox", { name: "Search" }).fill("nothing is called this");
	await expect(page.getByText("No vulnerability passes the filter.")).toBeVisible();
	await page.getByRole("button", { name: "Clear the filter" }).click();
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities?state=all&view=places`);
	await page.getByRole("button", { name: "Filter" }).click();
	const filter = page.getByRole("dialog", { name: "Filter vulnerabilities" });
	await filter.getByLabel("Low").check();
	await filter.getByLabel("Host").selectOption("localhost");
	await filter.getByRole("button", { name: "Show" }).click();
	await expect(page).toHaveURL(/severity=low&host=localhost&state=all&view=places/);
	const { total: low } = await findingsOf(product, account, { severity: "low" });
	await expect(rows(page)).toHaveCount(low);
	await page.getByRole("button", { name: "Export" }).click();
	const href = await page.getByRole("link", { name: /^CSV/ }).getAttribute("href");
	const file = await page.request.get(product.url + href);
	expect((await file.text()).trim().split("\r\n")).toHaveLength(low + 1);
	await page.keyboard.press("Escape");

	// Many at once.
	await rows(page).first().getByRole("checkbox").check();
	const bulk = page.getByRole("group", { name: "Several at once" });
	await expect(bulk.getByRole("status")).toHaveText("1 selected");
	await bulk.getByRole("button", { name: "Select all" }).click();
	await expect(bulk.getByRole("status")).toHaveText(`${low} selected`);
	await expectReachable(bulk.getByRole("button"));
	await bulk.getByRole("button", { name: /^False positive/ }).click();
	await page.getByLabel("Why is it a false positive?").fill("Practice target");
	await page.getByRole("button", { name: "Mark as false positive" }).click();
	await expect(page.getByText(`${low} findings marked as false positive`)).toBeVisible();
	await expect(bulk.getByRole("button")).toHaveCount(0);
	const { states } = await findingsOf(product, account);
	expect(states).toEqual({ open: total - 1 - low, fixed: 1, accepted: 0, "false-positive": low });
});

test("offline a verdict waits on its row, survives a reload, is taken back, and goes out once", {
	tag: "@road",
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product, context }) => {
	await page.setViewportSize(PHONE);
	const account = await signIn(page, product);
	const { total, findings } = await scanPracticeTarget(product, account);
	await page.goto(product.url + PLACES);
	await whenInstalled(page);
	const row = rows(page).first();
	await expect(rows(page)).toHaveCount(total);
	await whenKept(page, findings[0]?.title ?? "");
	await context.setOffline(true);
	await choose(row, "Fixed");
	await expect(row.getByText("Waiting to be sent: Fixed.")).toBeVisible();
	await expect(row.getByRole("checkbox")).toBeDisabled();
	await page.reload();
	await expect(page.getByText(/^As of .+ There is no connection\.$/)).toBeVisible();
	await expect(rows(page)).toHaveCount(total);
	await expect(row.getByText("Waiting to be sent: Fixed.")).toBeVisible();
	await row.getByRole("button", { name: /^Take back/ }).click();
	await expect(row.getByText(/^Waiting to be sent/)).toHaveCount(0);

	// The server cannot be reached though the browser thinks it is online: the same, and after a reload it still waits.
	product.line.fault = "unreachable";
	await context.setOffline(false);
	await choose(row, "Fixed");
	await expect(row.getByText(/^Waiting to be sent: Fixed\. The last attempt failed/)).toBeVisible();
	await page.reload();
	await expect(row.getByText(/^Waiting to be sent: Fixed/)).toBeVisible();
	expect((await findingsOf(product, account)).states.fixed).toBe(0);
	await page.goto(`${product.url}/dashboard/outbox`);
	await expect(page.getByRole("article").filter({ hasText: "1 finding" })).toBeVisible();
	product.line.fault = "none";
	await page.evaluate(() => dispatchEvent(new Event("online")));
	await expect.poll(async () => (await findingsOf(product, account)).states.fixed).toBe(1);
	await page.goto(product.url + PLACES);
	await expect(tab(page, "Fixed")).toHaveText("Fixed1");
	await expect(rows(page)).toHaveCount(total - 1);

	// A refusal from the server is shown beside what was typed, which is still there.
	product.line.fault = { status: 400, body: { code: "invalid_body", message: "This is refused for the test." } };
	await choose(row, "False positive…");
	const reason = page.getByLabel("Why is it a false positive?");
	await reason.fill("A long thought");
	await page.getByRole("button", { name: "Mark as false positive" }).click();
	await expect(page.getByRole("alert")).toContainText("This is refused for the test.");
	await expect(reason).toHaveValue("A long thought");
	product.line.fault = "none";
	await page.getByRole("button", { name: "Mark as false positive" }).click();
	await expect(rows(page)).toHaveCount(total - 2);
});

test("by keyboard alone a finding is read from its evidence to its history, and retested", {
	annotation: { type: "acceptance", description: "B14" },
}, async ({ page, product }) => {
	await page.setViewportSize(DESKTOP);
	const account = await signIn(page, product);
	const { findings } = await scanPracticeTarget(product, account);
	const [found] = findings;
	await page.goto(product.url + PLACES);
	await rows(page).first().getByRole("link").focus();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(`${product.url}/dashboard/vulnerabilities/${found?.fingerprint}`);
	await expect(page.getByText(found?.title ?? "", { exact: true })).toBeVisible();
	await expect(page.locator("figure pre").first()).toBeVisible();
	await expect(page.getByRole("heading", { name: "For the owner" })).toBeVisible();
	await expect(page.getByRole("heading", { name: "For the engineer" })).toBeVisible();
	const looks = page.getByRole("region", { name: "Scans that checked" }).getByRole("listitem");
	await expect(looks).toHaveCount(1);
	await expectSound(page, "detail");

	await page.getByRole("button", { name: /^Accept:/ }).focus();
	await page.keyboard.press("Enter");
	await page.getByLabel("Why are you accepting it?").focus();
	await page.keyboard.type("Until the new server");
	await page.getByRole("button", { name: "Accept the risk" }).focus();
	await page.keyboard.press("Enter");
	const said = page.getByRole("region", { name: "Decisions" }).getByRole("listitem");
	await expect(said).toContainText(["Until the new server"]);
	await expect(page.locator('main [data-state="accepted"]').first()).toBeVisible();

	await page.getByRole("button", { name: "Retest", exact: true }).focus();
	await page.keyboard.press("Enter");
	const retest = page.getByRole("region", { name: "Retest" });
	await expect(retest.getByText("Before", { exact: true })).toBeVisible();
	await expect(retest.getByText("It is still there.")).toBeVisible({ timeout: 20_000 });
	await expect(retest.getByText("After", { exact: true })).toBeVisible();
	await expect(looks).toHaveCount(2);
	await page.reload();
	await expect(retest.getByText("It is still there.")).toBeVisible();

	await page.goto(`${product.url}/dashboard/vulnerabilities/${"0".repeat(64)}`);
	await expect(page.getByText("You have no such finding.")).toBeVisible();
	await page.goto(`${product.url}/dashboard/vulnerabilities/nonsense`);
	await expect(page.getByText("You have no such finding.")).toBeVisible();
});
