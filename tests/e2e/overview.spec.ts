import type { Page, Route } from "@playwright/test";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { sampleOverview } from "#src/content/sample-overview.ts";
import { sampleScans } from "#src/content/samples.ts";
import { signIn } from "./accounts-kit.ts";
import { expect, test, whenHydrated, whenInstalled } from "./kit.ts";

const tiles = (page: Page) => page.getByRole("list", { name: "Numbers" }).getByRole("listitem");
const running = (page: Page) => page.getByRole("list", { name: "Running now" }).getByRole("listitem");

const account = { accountId: "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f", name: "Ada Lovelace", email: "ada@mail.example" };

const json = (route: Route, body: unknown, status = 200) =>
	route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

/** A device that knows an account, and a server of our own making that says whose session it is. */
async function knowAccount(page: Page): Promise<void> {
	await page.addInitScript((known) => {
		localStorage.setItem("plumbline-account", JSON.stringify({ status: "known", account: known, locked: false }));
	}, account);
	const me = { ...account, firstName: "Ada", lastName: "Lovelace", company: "Engines", pendingEmail: null };
	await page.route(`**${API_BASE}${API_PATHS.me}`, (route) =>
		json(route, { ...me, emailConfirmed: false, updates: false, createdAt: "2026-01-01T00:00:00.000Z" }),
	);
}

test("S1.61 S2.169 S2.170 S2.171 S2.172 S2.173 S2.174 S2.175 S3.93 a visitor sees sample tiles that agree with the sample lists, also with the network off", async ({
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
		await expect(page.getByText("Sample", { exact: true })).toHaveCount(3);
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
	const table = page.getByRole("table");
	await expect(table).toBeHidden();
	await page.getByText("The same as a table").press("Enter");
	await expect(table.getByRole("columnheader")).toHaveText(["Day", "Scans", "High", "Medium", "Low", "None"]);
	await expect(table.getByRole("row")).toHaveCount(sampleOverview.days.length + 1);
	await expect(table.getByRole("row").nth(1)).toContainText(sampleOverview.days.at(-1)?.day ?? "never");
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

	const started = await page.request.post(`${product.url}${API_BASE}${API_PATHS.startCombinedScan}`, {
		data: { target: `127.0.0.1:${product.practicePort}`, email },
	});
	expect(started.status()).toBe(202);
	await expect(tiles(page).first()).toHaveText("1Total scans", { timeout: 20_000 });
	await expect(tiles(page)).toHaveText(
		["1Total scans", "0Active scans", /^[1-9]\d*\d+ highVulnerabilities$/, "100%Success rate"],
		{ timeout: 30_000 },
	);
	await expect(page.getByText("Nothing is running.")).toBeVisible();
	await expect(page.getByRole("img", { name: /Findings by day/ })).toBeVisible();
});

test("loading, a failure and old numbers each say what they are", async ({ page, context, product }) => {
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
	await page.goto(`${product.url}/dashboard/overview`);
	await expect(page.getByText("Reading your scans.")).toBeAttached();
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

	await whenHydrated(page);
	await context.setOffline(true);
	await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
	await expect(tiles(page).first()).toHaveText(`${sampleOverview.total}Total scans`);
});
