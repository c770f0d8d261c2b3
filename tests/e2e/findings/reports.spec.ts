import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ALL_PACKS } from "#contract/frameworks/packs.ts";
import { CATEGORY_OF, REPORT_TEMPLATES, type ReportSummary } from "#contract/reports/reports.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { summaryOf } from "#server/assurance/frameworks/detail-of.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { sampleReports } from "#src/content/samples/sample-reports.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { expect, test, whenHydrated, whenInstalled } from "../kit.ts";
import { json, knowAccount, ownClientId } from "../known-account.ts";
import { scanPracticeTarget } from "./findings-kit.ts";

test.use({ device: "installed" });

const table = (page: Page) => page.getByRole("table", { name: "Reports" });
const rows = (page: Page) => table(page).getByRole("rowheader");
const names = (category?: string) =>
	sampleReports.filter((report) => !category || report.category === category).map(({ name }) => name);

test("a visitor looks through sample reports: search, tabs, and buttons that do nothing", {
	annotation: {
		type: "acceptance",
		description: "S0.13, S1.60, S2.23, S2.190-S2.207, S3.106-S3.114, S4.07-S4.09, S7.32, B10, B13",
	},
}, async ({ page, product }) => {
	const asked: string[] = [];
	page.on("request", (request) => {
		if (request.url().includes(API_PATHS.reports)) asked.push(request.url());
	});
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.goto(`${product.url}/dashboard/reports`);
	await whenHydrated(page);
	const cards = page.getByRole("list", { name: "Report templates" }).getByRole("listitem");
	await expect(cards.getByRole("heading")).toHaveText(REPORT_TEMPLATES.map((template) => TEMPLATES[template].name));
	await expect(cards.getByRole("button", { name: "Generate" })).toHaveCount(4);

	await expect(table(page).getByRole("columnheader")).toHaveText([
		"Name",
		"Type",
		"Created",
		"Created by",
		"Size",
		"Status",
		"Downloads",
		"Actions",
	]);
	await expect(rows(page)).toContainText(names());
	for (const [index, report] of sampleReports.entries()) {
		const row = table(page)
			.getByRole("row")
			.nth(index + 1);
		await expect(row).toHaveAttribute("data-category", report.category);
		await expect(row).toContainText(TEMPLATES[report.template].name);
		await expect(row).toContainText(report.createdBy);
		await expect(row).toContainText(/\d \w{3} 2026, \d\d:\d\d UTC/);
		await expect(row.locator("[data-status]")).toHaveAttribute("data-status", report.status);
		await expect(row.getByRole("cell").nth(5)).toHaveText(`Downloads${report.downloads}`);
		await expect(row.getByRole("cell").nth(3)).toHaveText(report.size === null ? "Size–" : /Size[\d.]+ [kM]B/);
	}

	const tabs = page.getByRole("tablist", { name: "Reports by category" }).getByRole("tab");
	await expect(tabs).toHaveText(["All", "Executive", "Technical", "Compliance"]);
	await tabs.first().focus();
	for (const category of ["executive", "technical", "compliance"]) {
		await page.keyboard.press("ArrowRight");
		await expect(rows(page)).toContainText(names(category));
		await expect(page).toHaveURL(new RegExp(`tab=${category}`));
	}
	await page.keyboard.press("Home");
	await expect(rows(page)).toHaveCount(sampleReports.length);

	const search = page.getByRole("searchbox", { name: "Search reports" });
	for (const [text, count] of [
		["INCIDENT resp", 1],
		["jonas", 3],
		["NDPA", 1],
		["nothing has this name", 0],
		["  ", sampleReports.length],
	] as const) {
		await search.fill(text);
		await expect(rows(page)).toHaveCount(count);
		await expect(page.getByText(`${count} ${count === 1 ? "report" : "reports"}`, { exact: true })).toBeVisible();
	}
	await search.fill("nothing has this name");
	await page.getByRole("button", { name: "Clear the filter" }).click();
	await expect(rows(page)).toHaveCount(sampleReports.length);

	const row = table(page).getByRole("row").nth(2);
	for (const name of ["View", "Download", "Share", "Delete"]) {
		const button = row.getByRole("button", { name });
		await expect(button).toHaveAttribute("aria-disabled", "true");
		await expect(button).toHaveAccessibleDescription(/These are samples/);
		await button.click({ force: true });
	}
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page).toHaveURL(/\/dashboard\/reports$/);

	await cards.nth(1).getByRole("button").press("Enter");
	const dialog = page.getByRole("dialog", { name: "Generate report" });
	await expect(dialog.getByRole("link", { name: "Sign in" })).toHaveAttribute(
		"href",
		`/auth/login?next=${encodeURIComponent("/dashboard/reports")}`,
	);
	await page.keyboard.press("Escape");
	await expect(cards.nth(1).getByRole("button")).toBeFocused();
	expect(asked).toEqual([]);
	await expectAxeClean(page, "sample reports");

	// On a phone the rows are cards, with the same facts and their own labels.
	await page.setViewportSize({ width: 360, height: 740 });
	await expect(rows(page)).toHaveCount(sampleReports.length);
	await expect(page.getByText("Created by", { exact: true }).filter({ visible: true })).toHaveCount(
		sampleReports.length,
	);
	await page.evaluate(() => {
		document.documentElement.style.fontSize = "200%";
	});
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("loading, nothing yet, a failure, a report that fails and is asked for again, and one asked for offline each say what they are", {
	annotation: { type: "acceptance", description: "B04, B11" },
}, async ({ page, context, product }) => {
	await knowAccount(page);
	let answer: "nothing" | "busy" | "list" = "nothing";
	let reports: ReportSummary[] = [];
	const bodies: unknown[] = [];
	const [base] = sampleReports;
	if (!base) throw new Error("There are no samples");
	const request = {
		template: "incident-response",
		hosts: ["shop.example.com"],
		clients: [],
		incident: "It was on fire.",
	};
	await page.route(`**${API_BASE}${API_PATHS.assets}`, (route) =>
		json(route, {
			assets: ["mail.example.com", "shop.example.com"].map((host) => ({
				host,
				client: "Northwind",
				claim: null,
				scans: [],
				clientId: ownClientId,
				certificateEndsAt: null,
				endOfLife: [],
				open: { high: 0, medium: 0, low: 0, none: 0 },
				evaluation: { status: "not-scanned" },
			})),
		}),
	);
	await page.route(`**${API_BASE}${API_PATHS.reports}**`, async (route) => {
		const { pathname } = new URL(route.request().url());
		if (route.request().method() === "POST") {
			const body = route.request().postDataJSON();
			bodies.push(body);
			reports = [
				{
					...base,
					id: crypto.randomUUID(),
					name: body.name ?? "Unnamed",
					template: body.template,
					category: CATEGORY_OF[request.template as "incident-response"],
				},
				...reports,
			];
			const key = route.request().headers()["idempotency-key"];
			await json(route, { receipt: { key, reportId: base.id, acceptedAt: new Date().toISOString() } }, 202);
			return;
		}
		if (answer === "nothing") return;
		if (answer === "busy") await json(route, { code: "rate_limited", message: "Not so often." }, 429);
		else if (pathname.endsWith(API_PATHS.reports)) await json(route, { reports, next: null, total: reports.length });
		else await json(route, { report: reports[0], request, formats: [], shares: [], sections: [] });
	});

	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/reports`);
	await expect(page.getByText("Loading your reports.")).toBeAttached();
	await expect(page.getByText("Sample", { exact: true })).toHaveCount(0);
	answer = "busy";
	await page.reload();
	await expect(page.getByRole("alert")).toContainText("Your reports could not be loaded. Not so often.");
	answer = "list";
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByText("No report yet. Choose a template above")).toBeVisible();

	// By keyboard alone; a wrong field is announced and gets the focus.
	await page.locator("[data-template=incident-response]").getByRole("button").focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Generate report" });
	await dialog.getByLabel("What happened").fill("It was on fire.");
	await dialog.getByRole("checkbox", { name: "shop.example.com" }).press("Space");
	await dialog.getByLabel("First day (UTC)").fill("2026-05-02");
	await dialog.getByLabel("Last day (UTC)").fill("2026-05-01");
	await expectAxeClean(page, "generate");
	await page.setViewportSize({ width: 360, height: 740 });
	await dialog.getByRole("button", { name: "Generate report" }).press("Enter");
	await expect(dialog.getByLabel("Last day (UTC)")).toBeFocused();
	await expect(dialog.getByText("The last day is before the first.")).toBeVisible();
	await dialog.getByLabel("Last day (UTC)").fill("");
	await dialog.getByLabel("First day (UTC)").fill("");
	await page.keyboard.press("Enter");
	await expect(dialog).toBeHidden();
	expect(bodies).toEqual([request]);
	await expect(rows(page)).toHaveCount(1);
	await expect(table(page).locator('[data-status="generating"]')).toHaveText("Generating");
	await expect(page.getByRole("list", { name: "Reports waiting on this device" })).toHaveCount(0);

	reports = reports.map((report) => ({ ...report, status: "failed", failure: "Nothing was scanned in this time." }));
	await expect(table(page).locator('[data-status="failed"]')).toHaveText("Failed");
	await expect(table(page).getByText("Nothing was scanned in this time.")).toBeVisible();
	await expect(page.getByText("The report was not made", { exact: true })).toBeVisible();
	await table(page)
		.getByRole("button", { name: /^Try again/ })
		.click();
	await expect(rows(page)).toHaveCount(2);
	expect(bodies).toEqual([request, request]);

	await whenInstalled(page);
	await context.setOffline(true);
	await expect(page.getByText(/^As of .* There is no connection\.$/)).toBeVisible();
	await expect(rows(page)).toHaveCount(2);
	await page.locator("[data-template=executive-summary]").getByRole("button").click();
	await dialog.getByLabel("Name (optional)").fill("Asked for in the field");
	await dialog.getByRole("button", { name: "Generate report" }).click();
	const waiting = page.getByRole("list", { name: "Reports waiting on this device" }).getByRole("listitem");
	await expect(waiting).toContainText("Asked for in the field · Executive Summary");
	await expect(waiting).toContainText("Waiting: saved on this device. Will be sent when you are back online.");
	// The overview shows it too.
	await page.getByRole("link", { name: "Overview" }).first().click();
	const left = page.getByRole("list", { name: "Waiting on this device" }).getByRole("listitem");
	await expect(left).toContainText("Report: Asked for in the field");
	await expect(page.getByText("Nothing is saved on this device yet.")).toBeVisible();
	await page.goBack();
	await waiting.getByRole("button", { name: "Discard Asked for in the field" }).click();
	await expect(waiting).toHaveCount(0);
	expect(bodies).toHaveLength(2);
});

test("an account’s report is requested, read, downloaded, counted, shared, revoked and deleted", {
	annotation: { type: "acceptance", description: "S2.192, S3.113, S4.07, S4.08, B04, B11, B12" },
}, async ({ page, context, browser, product }) => {
	const account = await signIn(page, product);
	await scanPracticeTarget(product, account);
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`${product.url}/dashboard/reports`);
	await expect(page.getByText("No report yet.")).toBeVisible();
	await page.locator("[data-template=vulnerability-assessment]").getByRole("button").click();
	const ask = page.getByRole("dialog", { name: "Generate report" });
	await ask.getByRole("checkbox", { name: "localhost" }).check();
	await ask.getByLabel("Name (optional)").fill("The practice target");
	await ask.getByRole("button", { name: "Generate report" }).click();
	await expect(ask).toBeHidden();
	await expect(table(page).locator('[data-status="completed"]')).toHaveText("Completed");
	await expect(table(page).getByText("Ada Lovelace")).toBeVisible();
	await page.getByRole("tab", { name: "Executive" }).click();
	await expect(page.getByText("No executive report yet.")).toBeVisible();
	await page.getByRole("tab", { name: "Technical" }).click();

	await table(page).getByRole("button", { name: "Download The practice target" }).click();
	const files = page.getByRole("dialog", { name: "Download report" });
	await expect(files.getByRole("link")).toHaveText([/^HTML/, /^PDF/, /^CSV/, /^JSON/, /^SARIF/]);
	for (const [name, beginning] of [
		[/^PDF/, "%PDF-"],
		[/^SARIF/, "{"],
	] as const) {
		const [download] = await Promise.all([page.waitForEvent("download"), files.getByRole("link", { name }).click()]);
		expect((await readFile(await download.path(), "utf8")).slice(0, beginning.length)).toBe(beginning);
	}
	const [opened] = await Promise.all([
		context.waitForEvent("page"),
		files.getByRole("link", { name: /^HTML/ }).click(),
	]);
	await expect(opened.getByText("The practice target").first()).toBeVisible();
	await opened.close();
	await page.keyboard.press("Escape");
	// Reading it as a page is not a download.
	await expect(table(page).getByRole("cell").nth(5)).toHaveText("Downloads2");

	await table(page).getByRole("link", { name: "The practice target", exact: true }).click();
	await expect(page.getByRole("heading", { level: 1, name: "The practice target", exact: true })).toBeFocused();
	await expect(page.getByRole("heading", { name: "Request", exact: true })).toBeVisible();
	expect(await page.getByRole("heading", { level: 2 }).count()).toBeGreaterThan(3);
	await expect(page.locator("article")).toHaveCount(22);
	await expect(page.locator("article details[open]")).toHaveCount(1);
	await page.getByRole("radio", { name: "Engineer" }).check({ force: true });
	await expect(page.locator("#H1 [data-reader=engineer]")).toBeVisible();
	await expect(page.locator("#H1 [data-reader=owner]")).toBeHidden();
	await expectAxeClean(page, "report");

	await page.getByRole("button", { name: "Share The practice target" }).click();
	const share = page.getByRole("dialog", { name: "Share report" });
	await share.getByRole("radio", { name: "1 day" }).check();
	await share.getByRole("button", { name: "Create a link" }).click();
	const url = (await share.getByText(/^http.*\/shared\//).textContent()) ?? "";
	const links = share.getByRole("list", { name: "Links" }).getByRole("listitem");
	await expect(links).toContainText("Not opened yet.");
	const stranger = await browser.newContext();
	const seen = await stranger.newPage();
	await seen.goto(url);
	await expect(seen.getByText("The practice target").first()).toBeVisible();
	// It folds in its sandbox too, and remembers its reader.
	await expect(seen.locator("article[data-rule] > details[open]")).toHaveCount(1);
	await seen.getByRole("radio", { name: "Engineer" }).check({ force: true });
	await seen.reload();
	await expect(seen.locator("#H1 [data-reader=engineer]")).toBeVisible();
	await expect(seen.locator("#H1 [data-reader=owner]")).toBeHidden();
	await expect(seen.getByRole("link", { name: "Watch this host" })).toHaveCount(0);
	await page.reload();
	await expect(page.getByText("1 link, opened 2 times")).toBeVisible();
	await page.getByRole("button", { name: "Share The practice target" }).click();
	await expect(links).toContainText("Opened 2 times.");
	await expect(page.getByText(url)).toHaveCount(0);
	await expectAxeClean(page, "share");
	await links.getByRole("button", { name: /^Revoke/ }).click();
	await expect(links).toHaveCount(0);
	expect((await seen.goto(url))?.status()).toBeGreaterThanOrEqual(400);
	await stranger.close();
	await page.keyboard.press("Escape");

	const address = page.url();
	await page.getByRole("button", { name: "Delete The practice target" }).click();
	const asking = page.getByRole("dialog", { name: "Delete this report?" });
	await asking.getByRole("button", { name: "Keep it" }).click();
	await page.getByRole("button", { name: "Delete The practice target" }).click();
	await asking.getByRole("button", { name: "Delete", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard\/reports$/);
	await expect(page.getByText("No report yet.")).toBeVisible();

	// Requested without a connection: only once, even if the worker sends it.
	await whenInstalled(page);
	await context.setOffline(true);
	await page.locator("[data-template=incident-response]").getByRole("button").click();
	await ask.getByLabel("What happened").fill("A laptop was stolen.");
	await expect(ask.getByText("saved on this device and sent later")).toBeVisible();
	await ask.getByRole("button", { name: "Generate report" }).click();
	const waiting = page.getByRole("list", { name: "Reports waiting on this device" }).getByRole("listitem");
	await expect(waiting).toContainText("Waiting: saved on this device.");
	await context.setOffline(false);
	await expect(waiting).toHaveCount(0);
	await expect(table(page).locator('[data-status="completed"]')).toHaveText("Completed");
	await expect(rows(page)).toHaveCount(1);
	await page.goto(address);
	await expect(page.getByText("You have no such report.")).toBeVisible();
});

/** The answer of `GET frameworks/` if these are chosen. */
const frameworksWith = (...chosen: string[]) =>
	ALL_PACKS.map((pack) => {
		const chosenAt = chosen.includes(pack.id) ? new Date().toISOString() : null;
		return summaryOf(pack, { chosenAt, decisions: new Map(), controls: new Map(), catalog: null });
	});

test("the frameworks of a compliance report are chosen by keyboard, asked for once however often one taps, and kept while offline", {
	annotation: { type: "acceptance", description: "S2.195, B11" },
}, async ({ page, context, product }) => {
	await knowAccount(page);
	// Otherwise the worker may be the one that sends it, and the page cannot answer the worker's requests.
	await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, "sync"));
	const bodies: unknown[] = [];
	let assets: object[] | "failing" = [];
	let chosen = ["soc-2", "pci-dss", "gdpr"];
	await page.route(`**${API_BASE}${API_PATHS.frameworks}`, (route) =>
		json(route, { frameworks: frameworksWith(...chosen) }),
	);
	await page.route(`**${API_BASE}${API_PATHS.assets}`, (route) =>
		assets === "failing" ? route.abort() : json(route, { assets }),
	);
	await page.route(`**${API_BASE}${API_PATHS.reports}**`, async (route) => {
		if (route.request().method() !== "POST") return json(route, { reports: [], next: null, total: 0 });
		bodies.push(route.request().postDataJSON());
		const key = route.request().headers()["idempotency-key"];
		const receipt = { key, reportId: sampleReports[0]?.id, acceptedAt: new Date().toISOString() };
		return json(route, { receipt }, 202);
	});
	await page.setViewportSize({ width: 320, height: 568 });
	await page.goto(`${product.url}/dashboard/reports`);
	const open = page.locator("[data-template=compliance-report]").getByRole("button");
	const dialog = page.getByRole("dialog", { name: "Generate report" });
	const frameworks = dialog.getByRole("group", { name: "Frameworks" });

	// Only a compliance report is about frameworks.
	await page.locator("[data-template=executive-summary]").getByRole("button").click();
	await expect(dialog.getByText("Nothing has been scanned yet, so a report would be empty.")).toBeVisible();
	await expect(frameworks).toHaveCount(0);
	await page.keyboard.press("Escape");

	await open.focus();
	await page.keyboard.press("Enter");
	// Exactly those that are chosen, all of them selected.
	await expect(frameworks).toHaveAccessibleDescription(
		"If you select none, the report covers all of your chosen frameworks.",
	);
	await expect(frameworks.getByRole("checkbox", { checked: true })).toHaveCount(3);
	await expect(frameworks.getByRole("checkbox")).toHaveCount(3);
	await frameworks.getByRole("checkbox", { name: "SOC 2" }).focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Space");
	await expect(frameworks.getByRole("checkbox", { name: "GDPR" })).not.toBeChecked();
	await expectAxeClean(page, "frameworks");
	expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

	// Two taps before the screen shows the first.
	await dialog.getByRole("button", { name: "Generate report" }).evaluate((button: HTMLButtonElement) => {
		button.click();
		button.click();
	});
	await expect(dialog).toBeHidden();
	const request = { template: "compliance-report", hosts: [], clients: [] };
	expect(bodies).toEqual([{ ...request, frameworks: ["soc-2", "pci-dss"] }]);

	assets = "failing";
	await whenInstalled(page);
	await context.setOffline(true);
	await open.click();
	await frameworks.getByRole("checkbox", { name: "SOC 2" }).uncheck();
	await frameworks.getByRole("checkbox", { name: "PCI DSS 4.0.1" }).uncheck();
	await expect(dialog.getByText("You are offline. Your request is saved on this device and sent later.")).toBeVisible();
	await dialog.getByRole("button", { name: "Generate report" }).click();
	const waiting = page.getByRole("list", { name: "Reports waiting on this device" }).getByRole("listitem");
	await expect(waiting).toContainText("Compliance Report");
	expect(bodies).toHaveLength(1);
	await context.setOffline(false);
	await expect(waiting).toHaveCount(0);
	// It disappears from the list as soon as it is on its way.
	await expect.poll(() => bodies.slice(1)).toEqual([{ ...request, frameworks: ["gdpr"] }]);

	chosen = [];
	await page.reload();
	await open.click();
	await expect(frameworks).toHaveAccessibleDescription(/You have not chosen a framework yet/);
	await expect(frameworks.getByRole("checkbox")).toHaveCount(0);
	await frameworks.getByRole("link", { name: "Choose one under Compliance" }).click();
	await expect(page).toHaveURL(/\/dashboard\/compliance/);
});
