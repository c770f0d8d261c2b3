import { describe, expect, test } from "vitest";
import { REPORT_TEMPLATES } from "#contract/reports/reports.ts";
import { createReportWork } from "#server/assurance/reports/store/account-report-work.ts";
import { foldScript } from "#server/platform/paper/pages/fold-script.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;

const HIGH = findingOf({ rule: "tls-old-protocol", severity: "high", title: "Old <TLS> is offered" });
const LOW = findingOf({ rule: "tls-weak-cipher", severity: "low", title: "=cmd|' /C calc'!A0" });
const newcomer = () => createReporter(server);

describe("a report", () => {
	test.each(REPORT_TEMPLATES)(
		"of the template %s is made from the account's own findings",
		{ meta: { acceptance: "S2.192" } },
		async (template) => {
			const ada = await newcomer();
			await ada.scan([HIGH, LOW]);
			const made = await ada.report({ template });
			expect(made.report).toMatchObject({ status: "completed", template, createdBy: "Ada Lovelace", downloads: 0 });
			expect(made.report.size).toBeGreaterThan(5_000);
			expect(made.report.name).toMatch(/, \d+ \w+ 20\d\d$/);
			expect(made.sections.length).toBeGreaterThanOrEqual(3);
			expect(made.formats).toEqual(
				template === "vulnerability-assessment"
					? ["html", "pdf", "csv", "json", "sarif"]
					: ["html", "pdf", "csv", "json"],
			);
			const page = await ada.file(made.report.id, "html");
			expect(page.headers.get("content-disposition")).toMatch(/^inline; /);
			expect(page.headers.get("content-security-policy")).toMatch(/^default-src 'none'; .*sandbox/);
			const html = await page.text();
			expect(html).not.toContain("<TLS>");
			expect(html.replace(foldScript.toString(), "")).not.toContain("<script");
			expect((await ada.readReport(made.report.id)).report.downloads).toBe(0);
			const data = await (await ada.file(made.report.id, "json")).json();
			expect(data).toMatchObject({ template, scansTotal: 1, targets: [{ host: "example.com" }] });
			expect(data.findings.map(({ finding }: { finding: { rule: string } }) => finding.rule)).toEqual([
				HIGH.rule,
				LOW.rule,
			]);
			const pdf = await ada.file(made.report.id, "pdf");
			expect(pdf.headers.get("content-disposition")).toMatch(/^attachment; filename=".*\.pdf"; filename\*=UTF-8''/);
			expect(
				Buffer.from(await pdf.arrayBuffer())
					.subarray(0, 5)
					.toString(),
			).toBe("%PDF-");
			expect(await (await ada.file(made.report.id, "csv")).text()).not.toMatch(/(^|,)=/m);
			expect((await ada.readReport(made.report.id)).report.downloads).toBe(3);
		},
	);

	test("is asked for once per key, however often it is sent", async () => {
		const ada = await newcomer();
		const headers = { "Idempotency-Key": "one" };
		const ids = await Promise.all([1, 2, 3].map(() => ada.ask({}, headers)));
		expect(new Set(ids).size).toBe(1);
		const other = { template: "incident-response", hosts: [], clients: [] };
		const answer = await refusalOf(await ada.call("requestReport", { body: other, headers }));
		expect(answer).toMatchObject({ status: 422, code: "idempotency_mismatch" });
		const [reportId = ""] = ids;
		expect((await ada.call("deleteReport", { params: { reportId } })).status).toBe(204);
		expect(await ada.ask({}, headers)).toBe(reportId);
		expect((await ada.call("readReport", { params: { reportId } })).status).toBe(404);
	});

	test("holds what its scope names: hosts, labels and days, and no more", async () => {
		const ada = await newcomer();
		const other = findingOf({ rule: HIGH.rule, severity: "high", host: "shop.example.com" });
		await ada.scan([HIGH]);
		await ada.scan([other], { target: "shop.example.com:443" });
		await ada.call("labelAsset", { params: { host: "shop.example.com" }, body: { client: "Bakery" } });
		const rulesOf = async (request: Parameters<typeof ada.report>[0]) => {
			const { report } = await ada.report(request);
			const data = await (await ada.file(report.id, "json")).json();
			const hosts = data.findings.map(
				({ finding }: { finding: { location: { host: string } } }) => finding.location.host,
			);
			return { hosts, scans: data.scansTotal, targets: data.targets.length, changes: data.changesTotal };
		};
		expect(await rulesOf({})).toEqual({ hosts: ["example.com", "shop.example.com"], scans: 2, targets: 2, changes: 2 });
		const shop = { hosts: ["shop.example.com"], scans: 1, targets: 1, changes: 1 };
		expect(await rulesOf({ hosts: ["Shop.example.com"] })).toEqual(shop);
		expect(await rulesOf({ clients: ["Bakery"] })).toEqual(shop);
		const nothing = { hosts: [], scans: 0, targets: 0, changes: 0 };
		expect(await rulesOf({ clients: ["Bakery"], hosts: ["example.com"] })).toEqual(nothing);
		const today = new Date().toISOString().slice(0, 10);
		expect(await rulesOf({ clients: ["Bakery"], from: today, to: today })).toEqual(shop);
		expect(await rulesOf({ to: "2020-01-01" })).toEqual({ ...nothing, targets: 2 });
	});

	test("about another account's hosts and labels says nothing about them", async () => {
		const [ada, eve] = [await newcomer(), await newcomer()];
		await ada.scan([HIGH]);
		await ada.call("labelAsset", { params: { host: "example.com" }, body: { client: "Bakery" } });
		for (const scope of [{ hosts: ["example.com"] }, { clients: ["Bakery"] }, {}]) {
			const { report } = await eve.report(scope);
			const data = await (await eve.file(report.id, "json")).json();
			expect(data).toMatchObject({ findings: [], targets: [], scans: [], looks: [], changes: [] });
			expect(await (await eve.file(report.id, "html")).text()).not.toContain("Old &lt;TLS&gt;");
		}
	});

	test("is listed newest first, by category and by a part of name, type or creator", async () => {
		const ada = await newcomer();
		const [first, second, third] = [
			await ada.ask({ name: "For the board" }),
			await ada.ask({ template: "compliance-report" }),
			await ada.ask({ template: "incident-response", incident: "A <b>lost</b> laptop" }),
		];
		const list = async (query: Record<string, string> = {}) => (await ada.call("listReports", { query })).json();
		const ids = ({ reports }: { reports: { id: string }[] }) => reports.map(({ id }) => id);
		expect(ids(await list())).toEqual([third, second, first]);
		expect(ids(await list({ category: "compliance" }))).toEqual([second]);
		expect(ids(await list({ q: "BOARD" }))).toEqual([first]);
		expect(ids(await list({ q: "incident resp" }))).toEqual([third]);
		expect(ids(await list({ q: "lovelace" }))).toHaveLength(3);
		const page = await list({ limit: "2" });
		expect(page).toMatchObject({ total: 3, next: expect.any(String) });
		expect(ids(await list({ limit: "2", cursor: page.next }))).toEqual([first]);
		expect(await refusalOf(await ada.call("listReports", { query: { cursor: "x" } }))).toMatchObject({ status: 400 });
	});

	test("is refused with a message if its days are in the wrong order or its fields are wrong", async () => {
		const ada = await newcomer();
		const body = { template: "executive-summary", hosts: [], clients: [] };
		const days = await ada.call("requestReport", { body: { ...body, from: "2026-02-01", to: "2026-01-01" } });
		expect(await refusalOf(days)).toMatchObject({ status: 400, message: expect.stringContaining("swap") });
		// The database's calendar starts with the year 1.
		const never = await ada.call("requestReport", { body: { ...body, from: "0000-01-01" } });
		expect(await refusalOf(never)).toMatchObject({ status: 400, message: expect.stringContaining("first day") });
		const template = await ada.call("requestReport", { body: { ...body, template: "poem" } });
		expect(await refusalOf(template)).toMatchObject({
			status: 400,
			message: "This is not one of our report templates.",
		});
	});

	test("is refused for a while after very many requests, except for a repeat", async () => {
		const ada = await newcomer();
		const headers = { "Idempotency-Key": "first" };
		const first = await ada.ask({}, headers);
		await pool.query("UPDATE rate_limits SET points = 1000");
		const body = { template: "executive-summary", hosts: [], clients: [] };
		const refused = await refusalOf(await ada.call("requestReport", { body, headers: { "Idempotency-Key": "next" } }));
		expect(refused).toMatchObject({ status: 429, code: "rate_limited", details: { scope: "entry" } });
		expect(await ada.ask({}, headers)).toBe(first);
		await pool.query("DELETE FROM rate_limits");
		expect(await ada.ask({}, { "Idempotency-Key": "next" })).not.toBe(first);
	});

	test("goes with its account, files and links with it", async () => {
		const ada = await newcomer();
		const { report } = await ada.report();
		await ada.share(report.id);
		expect((await ada.call("deleteAccount", { body: { current: ada.password } })).status).toBe(204);
		for (const table of ["account_report_files", "account_report_shares"]) {
			expect((await pool.query(`SELECT 1 FROM ${table} WHERE report_id = $1`, [report.id])).rowCount).toBe(0);
		}
	});
});

describe("a report that was interrupted", () => {
	test("is taken up again when its worker fell silent, and when its job was lost", async () => {
		const ada = await newcomer();
		const { report } = await ada.report();
		for (const lost of [
			"begun_at = now() - interval '10 min', attempts = 1",
			"queued_at = now() - interval '10 min'",
		]) {
			await pool.query("DELETE FROM account_report_files WHERE report_id = $1", [report.id]);
			await pool.query(`UPDATE account_reports SET status = 'generating', ${lost} WHERE id = $1`, [report.id]);
			await until(async () => (await ada.readReport(report.id)).report.status === "completed", "it is made after all");
		}
	});

	test("is made by one worker at a time, however many jobs it has", async () => {
		const ada = await newcomer();
		const { report } = await ada.report();
		await pool.query("UPDATE account_reports SET status = 'generating', attempts = 0 WHERE id = $1", [report.id]);
		const reads = { listAssets: async () => [], readFrameworks: async () => [] };
		const work = createReportWork(pool, { send: async () => undefined, ...reads, now: () => new Date() });
		expect(await work.begin(report.id)).toMatchObject({ attempts: 1 });
		expect(await work.begin(report.id)).toBeUndefined();
		await work.giveBack(report.id);
		expect(await work.begin(report.id)).toMatchObject({ attempts: 2 });
	});

	test("fails with a reason after too many attempts", { meta: { acceptance: "S4.09" } }, async () => {
		const ada = await newcomer();
		const { report } = await ada.report();
		await pool.query(
			"UPDATE account_reports SET status = 'generating', begun_at = now() - interval '10 min', attempts = 3 WHERE id = $1",
			[report.id],
		);
		const failed = await until(async () => {
			const detail = await ada.readReport(report.id);
			return detail.report.status === "failed" ? detail : undefined;
		}, "it failed");
		expect(failed.report.failure).toMatch(/tried several times. Please request it again/);
		expect(failed.formats).toEqual([]);
	});
});
