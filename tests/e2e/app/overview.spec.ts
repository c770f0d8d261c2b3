import type { Page } from "@playwright/test";
import { dayText } from "#contract/format/time.ts";
import { KINDS } from "#contract/kinds/kinds.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { sampleFindingOverview } from "#src/content/samples/sample-finding-overview.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { sampleHosts, sampleOverview } from "#src/content/samples/sample-overview.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { findingsOf } from "../findings/findings-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { json, knowAccount, ownClientId } from "../known-account.ts";

test.use({ device: "installed" });

const tiles = (page: Page) => page.getByRole("list", { name: "Numbers" }).getByRole("listitem");
const first = (page: Page) => page.getByRole("list", { name: "Do first" }).getByRole("listitem");
const running = (page: Page) => page.getByRole("list", { name: "Running now" }).getByRole("listitem");

test("a visitor sees sample tiles that agree with the sample lists, also with the network off", {
	annotation: { type: "acceptance", description: "S1.61, S2.21, S2.169-S2.175, S3.93" },
}, async ({ page, context, product }) => {
	const open = sampleFindings.filter(({ state }) => state === "open");
	const high = open.filter(({ severity }) => severity === "high");
	const see = async () => {
		await expect(tiles(page)).toHaveText([
			`${sampleOverview.total}Total scans`,
			`${sampleOverview.active}Active scans`,
			`${open.length}${high.length} highVulnerabilities`,
			`${sampleOverview.successRate}%Success rate`,
		]);
		// The page, and each of its sections.
		await expect(page.getByText("Sample", { exact: true })).toHaveCount(8);
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

	// One chart, of what is open: none counts scans.
	await expect(page.getByRole("img")).toHaveCount(1);
	await expect(page.getByRole("img", { name: /Open findings from 22 Apr to 21 May\. high: \d+ open/ })).toBeVisible();
	const table = page.getByRole("table");
	await expect(table).toHaveCount(0);
	await page.getByText("The same as a table").press("Enter");
	await expect(table.getByRole("row")).toHaveCount(sampleFindingOverview.trend.length + 1);
	await expect(table.getByRole("row").nth(1)).toContainText(dayText(sampleFindingOverview.trend.at(-1)?.day ?? 0));
	await expect(table.getByRole("columnheader")).toHaveText(["Day", "High", "Medium", "Low", "Info"]);

	// The rest are samples too; the outbox belongs to this device, and is hidden while it is empty.
	await expect(first(page)).toHaveCount(3);
	await expect(first(page).getByRole("link")).toHaveCount(0);
	const worse = page.getByRole("list", { name: "Got worse" });
	await expect(worse.getByRole("listitem")).toHaveCount(sampleFindingOverview.worse.length);
	await expect(worse.getByRole("link")).toHaveCount(0);
	await expect(page.getByRole("list", { name: "Already ended" }).getByRole("listitem")).toHaveText(/days ago/);
	await expect(page.getByRole("list", { name: "Within 90 days" }).getByRole("listitem")).toHaveText([
		/in 13 days/,
		/in 30 days/,
	]);
	const failed = sampleHosts.filter(({ evaluation }) => evaluation.status === "failed");
	await expect(page.getByRole("list", { name: "Not reached" }).getByRole("listitem")).toHaveCount(failed.length);
	await expect(page.getByRole("heading", { name: "Waiting in the outbox" })).toHaveCount(0);
});

test("the tiles of an account are counted from its own scans, from the first one on", {
	annotation: { type: "acceptance", description: "B05" },
}, async ({ page, product }) => {
	const account = await signIn(page, product, { confirmed: false });
	await page.goto(`${product.url}/dashboard`);
	await expect(first(page)).toHaveText([/^Run your first scan/]);
	await expect(tiles(page)).toHaveText(["0Total scans", "0Active scans", "00 highVulnerabilities", "–Success rate"]);
	// Sections that would be empty are not shown.
	await expect(page.getByRole("main").getByRole("heading")).toHaveText(["Overview", "Do first"]);
	await expect(page.getByText("Sample", { exact: true })).toHaveCount(0);
	await first(page).getByRole("link").click();
	await expect(page).toHaveURL(`${product.url}/dashboard/scans`);
	await page.goBack();
	const menu = page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" });
	await menu.click();
	const notice = page.getByRole("banner").getByText("This address is not confirmed yet.");
	await expect(notice).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(notice).toBeHidden();

	const started = await page.request.post(`${product.url}${API_BASE}${KINDS.combined.path}`, {
		data: { target: `127.0.0.1:${product.practicePort}`, email: account.email },
	});
	expect(started.status()).toBe(202);
	await expect(tiles(page).first()).toHaveText("1Total scans");
	await expect(tiles(page).nth(3)).toHaveText("100%Success rate");
	await expect(page.getByRole("heading", { name: "Running now" })).toHaveCount(0);
	// The tile, the chart and the list show the same number.
	const { total } = await findingsOf(product, account, { state: "open" });
	const { total: high } = await findingsOf(product, account, { state: "open", severity: "high" });
	expect(total).toBeGreaterThan(0);
	await expect(tiles(page).nth(2)).toHaveText(`${total}${high} highVulnerabilities`);
	const chart = page.getByRole("img", { name: new RegExp(`Open findings from .* high: ${high} open, 0 on`) });
	await expect(chart).toBeVisible();
	const worse = page.getByRole("list", { name: "Got worse" }).getByRole("listitem");
	await expect(worse).toHaveCount(5);
	await expect(page.getByRole("link", { name: /^\d+ more\. See all open findings$/ })).toBeVisible();
	await expect(worse.first()).toContainText("New");
	await expect(worse.first().getByRole("link")).toHaveAttribute("href", /^\/dashboard\/vulnerabilities\/[0-9a-f]{64}$/);
	// One tap leads to the worst problem.
	await expect(first(page).first()).toHaveText(/^Fix .*High/);
	await first(page).first().getByRole("link").click();
	await expect(page).toHaveURL(/\/dashboard\/vulnerabilities[/?]/);
});

const HOST = {
	client: "",
	claim: null,
	scans: [],
	open: { high: 0, medium: 0, low: 0, none: 0 },
	clientId: ownClientId,
	certificateEndsAt: null,
	endOfLife: [],
};
const FAILED = {
	status: "failed",
	scanId: sampleScans[0]?.id,
	kind: "nmap",
	at: "2026-05-20T08:00:00.000Z",
	failure: {
		code: "unreachable",
		message: "It did not answer within 10 minutes. Nothing was scanned. Check the address.",
	},
};

/** `GET compliance/overview/` while no framework is chosen. */
const NOTHING_CHOSEN = {
	begun: false,
	changed: [],
	changedCount: 0,
	due: [],
	dueCount: 0,
	auditor: {
		standings: { "evidence-against": 0, stale: 0, "none-seen": 0, covered: 0, "not-evaluated": 0 },
		undecided: 0,
		untested: 0,
		worst: [],
	},
};

test.describe("without the worker", () => {
	// It opens nothing offline: copying a profile and starting a browser took most of its time.
	test.use({ device: "new" });

	test("loading, a failure and old numbers are each labeled", async ({ page, context, product }) => {
		await knowAccount(page);
		let answer: "nothing" | "busy" | "numbers" = "nothing";
		const answers: Record<string, unknown> = {
			[API_PATHS.scansOverview]: sampleOverview,
			[API_PATHS.findingsOverview]: sampleFindingOverview,
			[API_PATHS.assets]: {
				assets: [
					{ ...HOST, host: "198.51.100.7", evaluation: FAILED },
					{ ...HOST, host: "shop.example.com", evaluation: { status: "full" } },
				],
			},
			[API_PATHS.scans]: { scans: sampleScans.slice(0, 3), next: null, total: 3 },
			[API_PATHS.complianceOverview]: NOTHING_CHOSEN,
		};
		for (const path of [API_PATHS.scans, API_PATHS.findingsOverview, API_PATHS.assets, API_PATHS.complianceOverview]) {
			await page.route(`**${API_BASE}${path}**`, async (route) => {
				if (answer === "nothing") return;
				if (answer === "busy") {
					await json(route, { code: "rate_limited", message: "Too many requests. Try again in a minute." }, 429);
					return;
				}
				await json(route, answers[new URL(route.request().url()).pathname.slice(API_BASE.length)]);
			});
		}
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

		// A host that was not reached looks different from one that was, and says why.
		await expect(page.getByRole("list", { name: "Hosts by what was evaluated" }).getByRole("listitem")).toHaveText([
			"1 scan failed",
			"1 fully evaluated",
		]);
		await expect(page.getByRole("list", { name: "Not reached" }).getByRole("listitem")).toHaveText([
			/^198\.51\.100\.7Nmap.*It did not answer within 10 minutes/,
		]);
		await expect(first(page).filter({ hasText: "Scan 198.51.100.7 again" })).toHaveCount(1);

		await whenHydrated(page);
		await context.setOffline(true);
		await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
		await expect(tiles(page).first()).toHaveText(`${sampleOverview.total}Total scans`);
		await expect(first(page)).toHaveCount(3);
		await expectAxeClean(page, "overview", { targets: true });
	});
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("the three things to do first and the tiles are on the first screen", async ({ page, product }) => {
		await page.goto(`${product.url}/dashboard/overview`);
		await whenHydrated(page);
		await expect(first(page)).toHaveCount(3);
		for (const tile of await tiles(page).all()) await expect(tile).toBeInViewport({ ratio: 1 });
		const bar = await page.getByRole("navigation", { name: "Tabs" }).boundingBox();
		const last = await tiles(page).last().boundingBox();
		expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
		await expectAxeClean(page, "overview", { targets: true });
	});
});
