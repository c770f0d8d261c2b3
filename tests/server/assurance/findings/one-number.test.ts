import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import { FINDING_STATES } from "#contract/findings/vulnerabilities.ts";
import { REPORT_TEMPLATES } from "#contract/reports/reports.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter, type Reporter } from "../../../support/engines/reporter.ts";
import { decodeMail, startMailbox } from "../../../support/server/mailbox.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl } });
const { pool } = server.database;

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const found = (rule: string, severity: Severity, place: { host?: string; port?: number } = {}) =>
	findingOf({ rule, severity, ...place });

const OPEN_HIGH = found("open-high", "high");
const OPEN_INFO = found("open-info", "none");
const ACCEPTED = found("accepted", "high");
const ACCEPTED_UNTIL_PAST = found("accepted-until-past", "medium");
const FALSE_POSITIVE = found("false-positive", "high");
const SAID_FIXED = found("said-fixed", "medium");
const REOPENED = found("reopened", "low");
const NOT_SEEN_AGAIN = found("not-seen-again", "medium");
const FIRST = [
	OPEN_HIGH,
	OPEN_INFO,
	ACCEPTED,
	ACCEPTED_UNTIL_PAST,
	FALSE_POSITIVE,
	SAID_FIXED,
	REOPENED,
	NOT_SEEN_AGAIN,
];
const OTHER_PORT = [found("open-high", "high", { port: 8443 }), found("weak", "low", { port: 8443 })];
const SHOP = [found("open-high", "high", { host: "shop.example.com" })];
const REMOVED = [found("open-high", "high", { host: "gone.example.com" })];

/** What is open at the end, counted by hand. */
const OPEN: SeverityCounts = { high: 3, medium: 1, low: 2, none: 1 };
const TOTAL = 7;

const counts = (severities: readonly Severity[]): SeverityCounts => {
	const all = { high: 0, medium: 0, low: 0, none: 0 };
	for (const severity of severities) all[severity] += 1;
	return all;
};
const openOf = (rows: readonly { state: string; severity: Severity }[]) =>
	counts(rows.filter(({ state }) => state === "open").map(({ severity }) => severity));

/** The rows of a CSV file whose values hold no line breaks and whose first columns hold no commas. */
function csvRows(file: string): Record<string, string>[] {
	const [head = "", ...lines] = file
		.replace(/^\uFEFF/, "")
		.trim()
		.split("\r\n");
	const names = head.split(",");
	return lines.map((line) => {
		const cells = line.split(",");
		return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
	});
}

let ada: Reporter;

/** A schedule's run on this target that found these. */
async function scheduled(target: string, findings: Finding[]): Promise<void> {
	const run = server.engines.sslyze.runs.length;
	const body = {
		name: target,
		request: { kind: "sslyze", body: { target } },
		timeZone: "UTC",
		recurrence: { type: "cron", expression: "0 0 1 1 *" },
		overlap: "skip",
		digest: true,
	};
	const schedule = await (await ada.call("createSchedule", { body })).json();
	const begun = await ada.call("runScheduleNow", { params: { scheduleId: schedule.id } });
	const { receipt } = await begun.json();
	await ada.endRun(receipt.scanId, run, findings);
}

beforeAll(async () => {
	ada = await createReporter(server);
	await ada.scan(FIRST);
	await ada.scan(FIRST.filter((finding) => finding !== REOPENED && finding !== NOT_SEEN_AGAIN));
	await ada.scan(FIRST.filter((finding) => finding !== NOT_SEEN_AGAIN));
	await ada.scan(OTHER_PORT, { target: "example.com:8443" });
	await ada.scan(SHOP, { target: "shop.example.com:443" });
	await ada.scan(REMOVED, { target: "gone.example.com:443" });
	await ada.say(ACCEPTED, { state: "accepted", reason: "Known.", until: inDays(5) });
	await ada.say(ACCEPTED_UNTIL_PAST, { state: "accepted", reason: "Known.", until: inDays(0) });
	await pool.query("UPDATE findings SET until = $2 WHERE account_id = $1 AND rule = $3", [
		ada.accountId,
		inDays(-1),
		ACCEPTED_UNTIL_PAST.rule,
	]);
	await ada.say(FALSE_POSITIVE, { state: "false-positive", reason: "Ours." });
	await ada.say(SAID_FIXED, { state: "fixed" });
	await ada.call("removeAsset", { params: { host: "gone.example.com" } });
}, 60_000);

describe("how many findings are open is one number", () => {
	test("in the list, whatever it is filtered by", async () => {
		expect((await ada.list()).states).toEqual({ open: TOTAL, fixed: 2, "false-positive": 1, accepted: 1 });
		expect((await ada.list({ state: "open" })).total).toBe(TOTAL);
		for (const severity of SEVERITIES)
			expect((await ada.list({ state: "open", severity })).total, severity).toBe(OPEN[severity]);
		const hosts = await Promise.all(
			["example.com", "shop.example.com", "gone.example.com"].map((host) => ada.list({ state: "open", host })),
		);
		expect(hosts.map(({ total }) => total)).toEqual([6, 1, 0]);
		expect((await ada.list({ state: "open", client: "No such client" })).total).toBe(0);
	});

	test("in the overview's tile, its high ones, and the last day of its chart", async () => {
		const overview = await ada.overview();
		expect(overview.open).toEqual(OPEN);
		expect(overview.states.open).toBe(TOTAL);
		expect(overview.trend.at(-1)).toEqual({ day: inDays(0), open: OPEN });
	});

	test("and the numbers of scans hold no other count of findings", async () => {
		const numbers = await (await ada.call("scansOverview")).json();
		expect(Object.keys(numbers).toSorted()).toEqual(["active", "completed", "failed", "successRate", "total"]);
	});

	test("on the hosts", async () => {
		const assets = await ada.assets();
		expect(assets.map(({ host }) => host)).toEqual(["example.com", "shop.example.com"]);
		for (const { host, open } of assets)
			for (const severity of SEVERITIES)
				expect((await ada.list({ state: "open", host, severity })).total, `${host} ${severity}`).toBe(open[severity]);
		for (const severity of SEVERITIES)
			expect(assets.reduce((sum, { open }) => sum + open[severity], 0)).toBe(OPEN[severity]);
	});

	test("in the first problems of the overview: the places of each are what the list finds", async () => {
		const { problems } = await ada.overview();
		expect(problems[0]).toMatchObject({ title: OPEN_HIGH.title, severity: "high", places: OPEN.high, hosts: 2 });
		for (const { places, hosts: _h, fingerprint: _f, ...problem } of problems)
			expect((await ada.list({ state: "open", ...problem })).total, problem.title).toBe(places);
	});

	test("in the list of problems, whose places are the findings", async () => {
		const { problems, total, findings, states } = await ada.problems({ state: "open" });
		expect(problems).toHaveLength(total);
		expect(findings).toBe(TOTAL);
		expect(states.open).toBe(TOTAL);
		for (const severity of SEVERITIES) {
			expect((await ada.problems({ state: "open", severity })).findings, severity).toBe(OPEN[severity]);
		}
		for (const { rule, title, severity, findings } of problems)
			expect((await ada.list({ state: "open", rule, title, severity })).total, title).toBe(findings);
	});

	test("in the exports of findings", async () => {
		const file = async (query: Record<string, string>) => (await ada.call("exportFindings", { query })).text();
		const everything = csvRows(await file({ format: "csv" }));
		for (const state of FINDING_STATES) {
			const rows = everything.filter((row) => row.state === state);
			expect(rows, state).toHaveLength((await ada.list({ state })).total);
		}
		expect(csvRows(await file({ format: "csv", state: "open" }))).toHaveLength(TOTAL);
		expect(openOf(JSON.parse(await file({ format: "json" })))).toEqual(OPEN);
	});

	test("while an export of scans holds what each scan found, whatever was decided since", async () => {
		const rows = csvRows(await (await ada.call("exportScans", { query: { format: "csv" } })).text());
		const numbers = await (await ada.call("scansOverview")).json();
		expect(rows).toHaveLength(numbers.total);
		for (const { id = "", ...row } of rows) {
			const { report } = await (await ada.call("readScan", { params: { scanId: id } })).json();
			expect(SEVERITIES.map((severity) => Number(row[severity]))).toEqual(
				SEVERITIES.map((severity) => report.counts[severity]),
			);
		}
	});

	test.each(REPORT_TEMPLATES)("in a report of the template %s and in its files", async (template) => {
		const { report, formats } = await ada.report({ template });
		const file = async (format: (typeof formats)[number]) => (await ada.file(report.id, format)).text();
		const data: { findings: { state: string; finding: Finding }[] } = JSON.parse(await file("json"));
		expect(openOf(data.findings.map(({ state, finding: { severity } }) => ({ state, severity })))).toEqual(OPEN);
		// A compliance report's spreadsheet holds requirements.
		if (template !== "compliance-report") {
			const rows = csvRows(await file("csv"));
			expect(rows.filter(({ state }) => state === "open")).toHaveLength(TOTAL);
		}
		if (formats.includes("sarif")) {
			const [{ results }] = JSON.parse(await file("sarif")).runs;
			const unsuppressed = results.filter(
				({ suppressions = [], baselineState }: { suppressions?: unknown[]; baselineState?: string }) =>
					suppressions.length === 0 && baselineState !== "absent",
			);
			expect(unsuppressed).toHaveLength(TOTAL);
		}
		const html = await file("html");
		// As readouts or as a bar with links. The other two count by host and by control.
		if (template === "executive-summary" || template === "vulnerability-assessment") {
			const shown = /aria-label="Open findings">(.*?)<\/ul>/s.exec(html)?.[1] ?? "";
			const numbers = [...shown.replaceAll(/<[^>]+>/g, " ").matchAll(/\d+/g)].map(([text]) => Number(text));
			expect(numbers).toEqual(SEVERITIES.map((severity) => OPEN[severity]));
		}
	});
});

test("a digest counts as new what is open on the day, by the same rule", async () => {
	ada = await createReporter(server);
	await scheduled("example.com:443", [OPEN_HIGH, OPEN_INFO, ACCEPTED, ACCEPTED_UNTIL_PAST, FALSE_POSITIVE]);
	await scheduled("example.com:8443", OTHER_PORT);
	await ada.say(ACCEPTED, { state: "accepted", reason: "Known.", until: inDays(5) });
	await ada.say(ACCEPTED_UNTIL_PAST, { state: "accepted", reason: "Known.", until: inDays(0) });
	await pool.query("UPDATE findings SET until = $2 WHERE account_id = $1 AND rule = $3", [
		ada.accountId,
		inDays(-1),
		ACCEPTED_UNTIL_PAST.rule,
	]);
	await ada.say(FALSE_POSITIVE, { state: "false-positive", reason: "Ours." });
	const { total } = await ada.list({ state: "open" });
	expect(total).toBe(5);
	await pool.query("UPDATE scans SET finished_at = finished_at - interval '61 minutes' WHERE owner = $1", [
		ada.accountId,
	]);
	const mail = await until(
		async () => mailbox.received.find(({ to, raw }) => to.includes(ada.email) && raw.includes("Scheduled scans:")),
		"the digest",
	);
	expect(mail.raw).toContain(`Subject: Scheduled scans: ${total} new`);
	expect(decodeMail(mail.raw)).toContain(`New: ${total} findings`);
});
