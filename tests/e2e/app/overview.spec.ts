import type { Page } from "@playwright/test";
import { dayText } from "#contract/format/time.ts";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { sampleFindingOverview } from "#src/content/sample-finding-overview.ts";
import { sampleOverview } from "#src/content/sample-overview.ts";
import { sampleScans } from "#src/content/samples.ts";
import { signIn } from "../accounts-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { json, knowAccount } from "../known-account.ts";

test.use({ device: "installed" });

const tiles = (page: Page) => page.getByRole("list", { name: "Numbers" }).getByRole("listitem");
const running = (page: Page) => page.getByRole("list", { name: "Running now" }).getByRole("listitem");

test("S1.61 S2.21 S2.169 S2.170 S2.171 S2.172 S2.173 S2.174 S2.175 S3.93 a visitor sees sample tiles that agree with the sample lists, also with the network off", async ({
	page,
	context,
	product,
}) => {
	const { findings } = sampleOverview;
	const see = async () => {
		await expect(tiles(page)).toHaveText([
			`${sampleOverview.total}Total scans`,
			`${sampleOverview.active}Active scans`,
			`${findings.high + findings.medium + findings.low}${findings.high} highVulnerabilities`,
			`${sampleOverview.successRate}%Success rate`,
		]);
		await expect(page.getByText("Sample", { exact: true })).toHaveCount(6);
		const active = sampleScans.filter(({ finishedAt }) => finishedAt === null);
		await expect(running(page)).toHaveCount(active.length);
		for (const [index, scan] of active.entries()) {
			await expect(running(page).nth(index)).toContainText(scan.target);
			await expect(running(page).nth(index).getByRole("progressbar")).toHaveAttribute(
				"aria-valuenow",
				String(scan.progress),
			);
		}
	};
	await page.goto(`${product.url}/dashboard/overview`);
	await whenInstalled(page);
	await see();
	await context.setOffline(true);
	await page.reload();
	await see();

	await expect(page.getByRole("img", { name: /Findings by day from 15 Mar to 21 May/ })).toBeVisible();
	const tables = page.getByRole("table");
	await expect(tables).toHaveCount(0);
	for (const [index, days] of [sampleFindingOverview.trend, sampleOverview.days].entries()) {
		await page.getByText("The same as a table").nth(index).press("Enter");
		await expect(tables.nth(index).getByRole("row")).toHaveCount(days.length + 1);
		await expect(tables.nth(index).getByRole("row").nth(1)).toContainText(dayText(days.at(-1)?.day ?? 0));
	}
	const severities = ["High", "Medium", "Low", "Info"];
	await expect(tables.nth(0).getByRole("columnheader")).toHaveText(["Day", ...severities]);
	await expect(tables.nth(1).getByRole("columnheader")).toHaveText(["Day", "Scans", ...severities]);

	// Grown up: the trend, what got worse and what expires are samples too; the outbox is this device's own.
	await expect(page.getByRole("img", { name: /Open findings from 22 Apr to 21 May\. high: \d+ open/ })).toBeVisible();
	const worse = page.getByRole("list", { name: "Got worse" });
	await expect(worse.getByRole("listitem")).toHaveCount(sampleFindingOverview.worse.length);
	await expect(worse.getByRole("link")).toHaveCount(0);
	await expect(page.getByRole("list", { name: "Expires soon" }).getByRole("listitem").first()).toContainText(
		"days ago",
	);
	await expect(page.getByText("Nothing waiting. Everything asked for on this device has been sent.")).toBeVisible();
});

test("B05 the tiles of an account are counted from its own scans, from the first one on", async ({ page, product }) => {
	const { email } = await signIn(page, product, { confirmed: false });
	await page.goto(`${product.url}/dashboard`);
	await expect(page.getByText("No scans yet")).toBeVisible();
	await expect(tiles(page)).toHaveText(["0Total scans", "0Active scans", "00 highVulnerabilities", "–Success rate"]);
	await expect(page.getByText("Sample", { exact: true })).toHaveCount(0);
	const menu = page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" });
	await menu.click();
	const notice = page.getByRole("banner").getByText("This address is not confirmed yet.");
	await expect(notice).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(notice).toBeHidden();

	const started = await page.request.post(`${product.url}${API_BASE}${KINDS.combined.path}`, {
		data: { target: `127.0.0.1:${product.practicePort}`, email },
	});
	expect(started.status()).toBe(202);
	await expect(tiles(page).first()).toHaveText("1Total scans");
	await expect(tiles(page)).toHaveText([
		"1Total scans",
		"0Active scans",
		/^[1-9]\d*\d+ highVulnerabilities$/,
		"100%Success rate",
	]);
	await expect(page.getByText("Nothing is running.")).toBeVisible();
	await expect(page.getByRole("img", { name: /Findings by day/ })).toBeVisible();
	// So do the findings: all of them are new.
	await expect(page.getByRole("img", { name: /Open findings from .* high: \d+ open, 0 on/ })).toBeVisible();
	const worse = page.getByRole("list", { name: "Got worse" }).getByRole("listitem");
	await expect(worse).toHaveCount(5);
	await expect(page.getByRole("link", { name: /^\d+ more, and all that is open$/ })).toBeVisible();
	await expect(worse.first()).toContainText("New");
	await expect(worse.first().getByRole("link")).toHaveAttribute("href", /^\/dashboard\/vulnerabilities\/[0-9a-f]{64}$/);
});

test("loading, a failure and old numbers are each labeled", async ({ page, context, product }) => {
	await knowAccount(page);
	let answer: "nothing" | "busy" | "numbers" = "nothing";
	await page.route(`**${API_BASE}${API_PATHS.scans}**`, async (route) => {
		if (answer === "nothing") return;
		if (answer === "busy") {
			await json(route, { code: "rate_limited", message: "Too many requests. Try again in a minute." }, 429);
			return;
		}
		const overview = new URL(route.request().url()).pathname.endsWith("/overview/");
		await json(route, overview ? sampleOverview : { scans: sampleScans.slice(0, 3), next: null, total: 3 });
	});
	let findings: "nothing" | "refused" | "numbers" = "nothing";
	await page.route(`**${API_BASE}${API_PATHS.findingsOverview}`, async (route) => {
		if (findings === "nothing") return;
		if (findings === "refused") await json(route, { code: "rate_limited", message: "Not so often." }, 429);
		else await json(route, { ...sampleFindingOverview, worse: [], expiring: [] });
	});
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByText("Loading your scans.")).toBeAttached();
	await expect(page.getByText("Total scans").filter({ visible: true })).toHaveCount(1);

	answer = "busy";
	await page.reload();
	await expect(page.getByRole("alert")).toContainText("Too many requests. Try again in a minute.");
	answer = "numbers";
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(tiles(page).first()).toHaveText(`${sampleOverview.total}Total scans`);
	await expect(running(page).first().getByRole("link")).toHaveAttribute(
		"href",
		`/dashboard/scans/${sampleScans[0]?.id}`,
	);
	await expect(page.getByText("Sample", { exact: true })).toHaveCount(0);

	// The findings are read by themselves: without them the rest is there.
	await expect(page.getByText("Loading your findings.")).toBeAttached();
	findings = "refused";
	await page.reload();
	await expect(page.getByRole("alert")).toContainText("Your findings could not be loaded. Not so often.");
	await expect(tiles(page).first()).toHaveText(`${sampleOverview.total}Total scans`);
	findings = "numbers";
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("Nothing new, reopened or more severe in the last 7 days.")).toBeVisible();
	await expect(page.getByText(/^No certificate, product support, verification or accepted risk/)).toBeVisible();
	await expect(page.getByRole("img", { name: /Open findings from/ })).toBeVisible();

	await whenHydrated(page);
	await context.setOffline(true);
	await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
	await expect(tiles(page).first()).toHaveText(`${sampleOverview.total}Total scans`);
});
