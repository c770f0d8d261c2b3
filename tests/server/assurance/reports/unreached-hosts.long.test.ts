import { expect, test } from "vitest";
import { REPORT_TEMPLATES, type ReportTemplate } from "#contract/reports/reports.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter, type Reporter } from "../../../support/engines/reporter.ts";
import { choose } from "../../../support/server/frameworks.ts";
import { addClient } from "../../../support/server/people.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

const server = await startTestServer();
const { pool } = server.database;

const NO_ANSWER = "We could not reach down.example.com:443 in 10 s.";

async function failToScan(reporter: Reporter, target: string): Promise<void> {
	const index = server.engines.sslyze.runs.length;
	const { scanId } = await reporter.begin(target);
	const run = await until(async () => server.engines.sslyze.runs[index], "the engine runs");
	run.end({ status: "failed", reason: { code: "unreachable", message: NO_ANSWER }, parts: [], sent: [] });
	await until(async () => {
		const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [scanId]);
		return rows[0].status === "failed";
	}, "the scan failed");
}

async function textsOf(reporter: Reporter, template: ReportTemplate) {
	const { report, sections } = await reporter.report({ template });
	const html = await (await reporter.file(report.id, "html")).text();
	const pdf = readPdf(Buffer.from(await (await reporter.file(report.id, "pdf")).arrayBuffer()));
	const page = html.replace(/<style[\s\S]*?<\/style>/g, "").replace(/<[^>]*>/g, " ");
	return { page, pdf: pdf.marked.map(([, text]) => text).join("\n"), sections: JSON.stringify(sections) };
}

/** Sentences that are only true if a scan looked. */
const CLEAN =
	/everything these scans cover was looked at|needs (action|a fix)|nothing open|no finding is open in this scope\.(?! Nothing is known)/i;

test.each(REPORT_TEMPLATES)("a host whose only scan failed never reads as clean: %s", async (template) => {
	const ada = await createReporter(server);
	await failToScan(ada, "down.example.com:443");
	for (const text of Object.values(await textsOf(ada, template))) {
		expect(text).toContain(NO_ANSWER);
		expect(text).not.toMatch(CLEAN);
		expect(text).not.toMatch(/fully evaluated\b(?!, )/);
	}
});

test.each(REPORT_TEMPLATES)("a host beside it that was scanned makes it no better: %s", async (template) => {
	const ada = await createReporter(server);
	await ada.scan([]);
	await failToScan(ada, "down.example.com:443");
	for (const text of Object.values(await textsOf(ada, template))) {
		expect(text).toContain(NO_ANSWER);
		expect(text).toMatch(/Of 2 hosts: 1 fully evaluated, 1 not reached because its scan failed\./);
		expect(text).not.toContain("Everything these scans cover was looked at.");
		expect(text).not.toMatch(/\bA\. Nothing above|Grade: A\b/);
	}
});

test("never scanned, failed, partly evaluated and fully evaluated hosts read differently", async () => {
	const ada = await createReporter(server);
	await ada.scan([], { target: "full.example.com:443" });
	await ada.scan([], { target: "part.example.com:443", coverage: "partial" });
	await failToScan(ada, "down.example.com:443");
	const claimed = await ada.call("claimTarget", { body: { host: "never.example.com" } });
	expect(claimed.status, await claimed.clone().text()).toBeLessThan(300);
	const { page } = await textsOf(ada, "executive-summary");
	expect(page).toContain(
		"Of 4 hosts: 1 fully evaluated, 1 partly evaluated, 1 not reached because its scan failed, 1 not scanned.",
	);
	expect(page).toMatch(/never\.example\.com\s+State\s+Not scanned/);
	expect(page).toMatch(/down\.example\.com\s+State\s+Scan failed,/);
});

test("a host that was removed is not in scope, until it is scanned again", async () => {
	const ada = await createReporter(server);
	await ada.scan([]);
	await failToScan(ada, "down.example.com:443");
	expect((await ada.call("removeAsset", { params: { host: "down.example.com" } })).status).toBe(204);
	const { page } = await textsOf(ada, "executive-summary");
	expect(page).toContain("The one host in scope was fully evaluated.");
	expect(page).not.toContain("down.example.com");
	await failToScan(ada, "down.example.com:443");
	expect((await textsOf(ada, "executive-summary")).page).toContain("Of 2 hosts: 1 fully evaluated");
});

test("a failed attempt counts only as long as no scan of its kind was completed", async () => {
	const ada = await createReporter(server);
	await failToScan(ada, "down.example.com:443");
	await ada.scan([], { target: "down.example.com:443" });
	const { page } = await textsOf(ada, "executive-summary");
	expect(page).toContain("The one host in scope was fully evaluated.");
});

test("a failure after a completed scan leaves the host partly evaluated, as on the assets screen", async () => {
	const ada = await createReporter(server);
	await ada.scan([], { target: "down.example.com:443" });
	await failToScan(ada, "down.example.com:443");
	const { page } = await textsOf(ada, "executive-summary");
	expect(page).toContain("Of 1 host: 1 partly evaluated.");
	expect(page).not.toMatch(/\bA\. Nothing above|Grade: A\b/);
	const { assets } = await (await ada.call("listAssets")).json();
	expect(assets).toMatchObject([{ host: "down.example.com", evaluation: { status: "partial" } }]);
});

test("a cancelled scan says nothing", async () => {
	const ada = await createReporter(server);
	await ada.scan([], { target: "full.example.com:443" });
	const { scanId } = await ada.begin("full.example.com:443");
	expect((await ada.call("cancelScan", { params: { scanId } })).status).toBeLessThan(300);
	await until(async () => {
		const { rows } = await pool.query("SELECT state FROM scans WHERE id = $1", [scanId]);
		return rows[0].state === "cancelled";
	}, "the scan is cancelled");
	expect((await textsOf(ada, "executive-summary")).page).toContain("The one host in scope was fully evaluated.");
	const { page } = await textsOf(ada, "vulnerability-assessment");
	expect(page).toMatch(/Outcome\s+Cancelled/);
	expect(page).not.toContain("Failed");
});

test("a report counts exactly what the list of findings counts, by label too", async () => {
	const ada = await createReporter(server);
	// A redirect led from one host to another, which has a label.
	const led = findingOf({ rule: "tls-old-protocol", severity: "high", host: "shop.example.com" });
	const own = findingOf({ rule: "tls-weak-cipher", severity: "low", host: "shop.example.com" });
	const accepted = findingOf({ rule: "certificate-expired", severity: "medium", host: "shop.example.com" });
	await ada.scan([led]);
	await ada.scan([own, accepted], { target: "shop.example.com:443" });
	await ada.call("labelAsset", { params: { host: "shop.example.com" }, body: { client: "Bakery" } });
	await ada.say(accepted, { state: "accepted", reason: "Until spring." });
	for (const [scope, query] of [
		[{}, {}],
		[{ clients: ["Bakery"] }, { client: "Bakery" }],
		[{ hosts: ["shop.example.com"] }, { host: "shop.example.com" }],
	] as const) {
		const { total } = await ada.list({ state: "open", ...query });
		const { report } = await ada.report({
			...scope,
			hosts: [...(scope.hosts ?? [])],
			clients: [...(scope.clients ?? [])],
		});
		const { findings } = await (await ada.file(report.id, "json")).json();
		const open = findings.filter(({ state }: { state: string }) => state === "open");
		expect(open, JSON.stringify(query)).toHaveLength(total);
	}
});

test("the trend begins with the second measurement, and what the first one found is not new", async () => {
	const ada = await createReporter(server);
	const old = findingOf({ rule: "tls-old-protocol", severity: "high" });
	const fresh = findingOf({ rule: "tls-weak-cipher", severity: "low" });
	await ada.scan([old]);
	expect((await textsOf(ada, "executive-summary")).page).toMatch(
		/This is the first measurement of these hosts, taken on/,
	);
	await ada.scan([old], { target: "other.example.com:443" });
	expect((await textsOf(ada, "executive-summary")).page).toMatch(/This is the first measurement/);
	await ada.scan([old, fresh]);
	expect((await textsOf(ada, "executive-summary")).page).toMatch(
		/More findings were added than fixed since .*: 1 added, 0 fixed\./,
	);
});

test("a compliance report is about the frameworks that were asked for, and without a choice about those that are chosen", async () => {
	const ada = await createReporter(server);
	await ada.scan([findingOf({ rule: "tls-old-protocol", severity: "high" })]);
	const headings = async (frameworks?: ("soc-2" | "gdpr" | "nis2")[], headers = {}) => {
		const id = await ada.ask({ template: "compliance-report", ...(frameworks && { frameworks }) }, headers);
		const { sections, request } = await until(async () => {
			const detail = await ada.readReport(id);
			return detail.report.status === "completed" ? detail : undefined;
		}, "the report is made");
		expect(request.frameworks).toEqual(frameworks);
		return sections.map(({ heading }) => heading);
	};
	const rest = ["Coverage", "Limits"];
	expect(await headings()).toEqual(["In short", ...rest]);
	const member = { ...ada, workspaceId: ada.accountId };
	await choose(member, "nis2");
	const nis2 = "NIS2";
	expect(await headings()).toEqual(["In short", nis2, "Controls", "Evidence", ...rest]);
	expect(await headings([])).toEqual(["In short", nis2, "Controls", "Evidence", ...rest]);
	// As a request that was stored by an earlier release, when each report could be about these.
	expect(await headings(["gdpr", "soc-2"])).toEqual(["In short", "SOC 2", "GDPR", "Controls", "Evidence", ...rest]);
	const bakery = await addClient(server, ada.accountId, "Bakery");
	await choose(member, "gdpr", true, { [CLIENT]: bakery });
	expect(await headings([], { [CLIENT]: bakery })).toEqual(["In short", "GDPR", "Controls", "Evidence", ...rest]);
	expect((await headings()).filter((heading) => heading.includes(":"))).toEqual([
		expect.stringMatching(`^${nis2}: `),
		expect.stringMatching(/^Controls: /),
		"GDPR: Bakery",
		"Controls: Bakery",
	]);
	const wrong = await ada.call("requestReport", {
		body: { template: "compliance-report", hosts: [], clients: [], frameworks: ["poetry"] },
	});
	expect(wrong.status).toBe(400);
});
