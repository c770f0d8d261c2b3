import { randomUUID } from "node:crypto";
import { unzipSync } from "fflate";
import Papa from "papaparse";
import { afterAll, expect, test } from "vitest";
import type { ControlDetail, ControlSummary } from "#contract/controls/controls.ts";
import {
	REQUIREMENT_STANDING_LABELS,
	REQUIREMENT_STANDINGS,
	STANDING_LABELS,
	STANDINGS,
	standingOfControls,
} from "#contract/controls/standing.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { countedStandings, type FrameworkDetail, standingText } from "#contract/frameworks/frameworks.ts";
import type { OperationName } from "#contract/operations.ts";
import { readXlsx } from "#server/platform/files/xlsx/read-xlsx.ts";
import { unpackXlsx } from "#server/platform/files/xlsx/unpack-xlsx.ts";
import { findingOf } from "../../support/engines/found.ts";
import { createReporter } from "../../support/engines/reporter.ts";
import { listControls, listTasks, readControl, say, TLS_PARTS } from "../../support/server/controls.ts";
import { evidenceBody } from "../../support/server/evidence.ts";
import { choose, decide, decisionBody, frameworkOf, requirementOf } from "../../support/server/frameworks.ts";
import { decodeMail, startMailbox } from "../../support/server/mailbox.ts";
import { ask, connectMcp, dayIn, makeToken } from "../../support/server/mcp.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { until } from "../../support/until.ts";

/*
 * One workspace, and every number about it that a screen, a report, a file, a mail, an API answer or a tool gives. Whoever adds a place
 * that counts adds it here: each number is compared over all places that give it, and a failure names the place.
 */

const mailbox = await startMailbox();
afterAll(() => mailbox.close());
const server = await startTestServer({ env: { SMTP_URL: mailbox.smtpUrl, LIMIT_TOKEN_CALLS: "100000" } });
const { pool } = server.database;

const HOST = "a.example.com";
const UNSEEN = "b.example.com";
const FRAMEWORK = "soc-2";
const params = { frameworkId: FRAMEWORK };
const window = { from: dayIn(-30), to: dayIn(0) };
const now = () => new Date().toISOString();

const found = (rule: string, severity: "high" | "medium" | "low" | "none") => findingOf({ rule, severity, host: HOST });
const OLD_TLS = found("tls-old-protocol", "high");
const WEAK = found("tls-weak-cipher", "medium");
const VERSION = found("version-disclosed", "low");
const NO_ISSUER = found("dns-no-caa", "none");
const SHORT = found("hsts-short", "low");
const FALSE = found("tls-compression", "high");
const FIXED = found("tls-heartbleed", "high");
const OF_NO_CONTROL = found("tls-1-3-missing", "low");
const FOUND = [OLD_TLS, WEAK, VERSION, NO_ISSUER, SHORT, FALSE, FIXED, OF_NO_CONTROL];

/** What a scan looked at: all that CR-02 is about, and only a part of what CR-01 is. */
const PARTS = [...TLS_PARTS, { part: "certificate_info-443", label: "Certificate", status: "evaluated" as const }];

const ada = await createReporter(server);
const member = { ...ada, workspaceId: ada.accountId };

async function answer<T>(name: OperationName, given: Parameters<typeof ada.call>[1] = {}): Promise<T> {
	const response = await ada.call(name, given);
	expect(response.status, `${name}: ${await response.clone().text()}`).toBeLessThan(300);
	return response.json();
}
const textOf = async (name: OperationName, given: Parameters<typeof ada.call>[1]) =>
	(await ada.call(name, given)).text();

const codes = async (): Promise<Map<string, ControlSummary>> =>
	new Map((await listControls(ada)).map((control) => [control.code, control]));

/** A scan by a schedule, so that a digest tells of it. */
async function scheduledScan(): Promise<void> {
	const run = server.engines.sslyze.runs.length;
	const body = {
		name: "Every year",
		request: { kind: "sslyze", body: { target: `${HOST}:443` } },
		timeZone: "UTC",
		recurrence: { type: "cron", expression: "0 0 1 1 *" },
		overlap: "skip",
		digest: true,
	};
	const schedule = await answer<{ id: string }>("createSchedule", { body });
	const begun = await ada.call("runScheduleNow", { params: { scheduleId: schedule.id } });
	const { receipt } = await begun.json();
	await ada.endRun(receipt.scanId, run, FOUND, { parts: PARTS });
}

/** A piece of a person's evidence on a control that was accepted. */
async function showEvidence(code: string, expiresOn?: string): Promise<void> {
	const control = (await codes()).get(code) ?? expect.fail(code);
	const piece = evidenceBody([], { about: [{ type: "control", id: control.id }], title: `Shown for ${code}` });
	await answer("addEvidence", { body: piece });
	for (const decision of ["submitted", "accepted"]) {
		await answer("decideEvidence", { body: { evidenceId: piece.id, decision, reason: "", saidAt: now() } });
	}
	await pool.query("UPDATE evidence SET expires_on = $2::date WHERE id = $1", [piece.id, expiresOn ?? dayIn(100)]);
}

async function answerChecklist(code: string, yes: boolean): Promise<void> {
	const control = (await codes()).get(code) ?? expect.fail(code);
	const { tests } = await readControl(ada, control.id);
	const checklist = tests.find(({ spec }) => spec.kind === "checklist");
	if (checklist?.spec.kind !== "checklist") throw new Error(`${code} has no checklist`);
	const answers = checklist.spec.questions.map(() => (yes ? "yes" : "no"));
	const outcome = { answers };
	await say(ada, "addTestRun", { id: randomUUID(), testId: checklist.id, saidAt: now(), outcome, note: "Asked." });
}

async function makeHistory(): Promise<void> {
	await choose(member, FRAMEWORK);
	await choose(member, "iso-27001");
	await answer("claimTarget", { body: { host: UNSEEN } });
	await scheduledScan();
	await ada.say(SHORT, { state: "accepted", reason: "Longer from next week on." });
	await ada.say(FALSE, { state: "false-positive", reason: "Not ours." });
	await ada.scan(
		FOUND.filter((one) => one !== FIXED),
		{ target: `${HOST}:443`, parts: PARTS },
	);
	await ada.say(FIXED, { state: "fixed" });
	// Of the three controls of CC3.1, one is shown: partly. The other has evidence that ended.
	await showEvidence("GV-01");
	await showEvidence("AC-03", dayIn(-1));
	await answerChecklist("GV-03", false);
	const soc = (ids: string[], more: object) => decisionBody(ids, { framework: FRAMEWORK, ...more });
	await decide(member, soc(["CC6.4"], { decision: "not-applicable", justification: "We have no rooms." }));
	await decide(member, soc(["CC6.7", "CC7.1"], {}));
	const before = await codes();
	await say(ada, "changeControl", {
		controlId: before.get("CF-01")?.id,
		change: { state: "retired", reason: "Done elsewhere." },
		saidAt: now(),
	});
	for (const [title, code] of [
		["Ask the landlord", "GV-03"],
		["Take the old banner away", "CF-01"],
	] as const) {
		const controls = [before.get(code)?.id ?? expect.fail(code)];
		await say(ada, "addTask", { id: randomUUID(), title, note: "", controls, due: dayIn(-2) });
	}
}

/** Each place that gives a number, with what it gives. The first is what people see first. */
type Places = Record<string, unknown>;

function expectSame(number: string, places: Places): void {
	const [[first, value] = ["", undefined], ...others] = Object.entries(places);
	for (const [place, other] of others) expect.soft(other, `${number}: ${place}, against ${first}`).toEqual(value);
}

const rowsOf = (csv: string): Record<string, string>[] =>
	Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, "").trimEnd(), { header: true }).data;
const countedBy = <K extends string>(keys: readonly K[], items: readonly K[]): Record<K, number> =>
	Object.fromEntries(keys.map((key) => [key, items.filter((item) => item === key).length])) as Record<K, number>;
const bySeverity = (items: readonly { severity: string }[]): Record<string, number> =>
	countedBy(
		SEVERITIES,
		items.map(({ severity }) => severity as (typeof SEVERITIES)[number]),
	);

const LABELS = REQUIREMENT_STANDINGS.map((standing) => REQUIREMENT_STANDING_LABELS[standing]);
const countsOfWords = (words: readonly string[]): Record<string, number> =>
	Object.fromEntries(
		REQUIREMENT_STANDINGS.map((standing) => [
			standing,
			words.filter((word) => word.replace(/: .*/, "") === REQUIREMENT_STANDING_LABELS[standing]).length,
		]),
	);

/** The text of a page's section, row by row and cell by cell. */
function tableOf(html: string, heading: string): string[][] {
	const section = html.split("<section").find((part) => part.includes(`>${heading}</h2>`)) ?? "";
	const body = /<tbody[\s\S]*?<\/tbody>/.exec(section)?.[0] ?? "";
	return body
		.split("<tr")
		.slice(1)
		.map((row) =>
			row
				.split("<td")
				.slice(1)
				.map((cell) =>
					cell
						.replace(/^[^>]*>/, "")
						.replace(/<span class="field">[\s\S]*?<\/span>/, "")
						.replace(/<[^>]*>/g, "")
						.trim(),
				),
		);
}

await makeHistory();
const controls = (await listControls(ada)).filter(({ state }) => state !== "retired");
const details: ControlDetail[] = [];
for (const { id } of controls) details.push(await readControl(ada, id));
const detail: FrameworkDetail = await frameworkOf(member, FRAMEWORK);
const leaves = detail.all.filter(({ isHeading }) => !isHeading);
const made = await ada.report({ template: "compliance-report" });
const reportFile = async (format: "json" | "csv" | "html") => (await ada.file(made.report.id, format)).text();
const report = JSON.parse(await reportFile("json"));
const reportPage = await reportFile("html");
const reported: FrameworkDetail = report.compliance[0].frameworks.find(({ id }: { id: string }) => id === FRAMEWORK);
const reportRows = rowsOf(await reportFile("csv")).filter(({ framework }) => framework === detail.name);
const statementRows = rowsOf(await textOf("readStatement", { params: { ...params, format: "csv" } }));
const bundle = unzipSync(new Uint8Array(await (await ada.call("readBundle", { params, query: window })).arrayBuffer()));
const bundled = (path: string): string => Buffer.from(bundle[path] ?? expect.fail(path)).toString();
const effectiveness = await answer<{
	population: Record<string, number>;
	controls: { code: string; population: Record<string, number> }[];
}>("readEffectiveness", { params, query: window });
const oscal = async (model: string) =>
	JSON.parse(await textOf("readOscal", { params: { ...params, model }, query: window }))[model];
const overview = await answer<{
	auditor: { standings: Record<string, number>; worst: { code: string; why: string }[] };
	due: { on: string; what: string; id: string }[];
	dueCount: number;
}>("complianceOverview");
const token = await makeToken(ada, ["findings:read", "controls:read", "evidence:read", "tasks:read"]);
const mcp = await connectMcp(server, token.token);

/** All items of a tool that answers page by page. */
async function told<T>(tool: string, items: string, args: Record<string, unknown> = {}): Promise<T[]> {
	const all: T[] = [];
	for (let cursor: unknown; ; ) {
		const { answer: page } = await ask(mcp, tool, { ...args, ...(typeof cursor === "string" && { cursor }) });
		all.push(...(page[items] as T[]));
		cursor = page.next;
		if (typeof cursor !== "string") return all;
	}
}

test("the workspace has everything that can be counted differently", () => {
	const standings = new Set(controls.map(({ standing }) => standing));
	expect(standings).toEqual(new Set(["evidence-against", "stale", "covered", "not-evaluated"]));
	expect(requirementOf(detail, "CC3.1").standing).toBe("partly");
	expect(detail.all.some(({ controls }) => controls.some(({ state }) => state === "retired"))).toBe(true);
	expect(controls.find(({ code }) => code === "CR-01")?.findings).toBe(3);
	expect(controls.filter(({ why }) => why.includes("1 of 2 hosts looked at")).length).toBeGreaterThan(0);
});

test("how many controls have each standing", async () => {
	const keys = STANDINGS;
	const word = (text: string) => keys.find((standing) => STANDING_LABELS[standing] === text) ?? "not-evaluated";
	const tool = await told<ControlSummary>("list_controls", "controls");
	const counts = (all: readonly { standing: (typeof keys)[number] }[]) =>
		countedBy(
			keys,
			all.map(({ standing }) => standing),
		);
	const serving = (all: readonly ControlSummary[]) =>
		all.filter(({ requirements }) =>
			requirements.some(({ framework }) => framework === FRAMEWORK || framework === "iso-27001"),
		);
	expectSame("controls by standing", {
		"the list of controls": counts(controls),
		"the pages of controls": counts(details),
		"the overview": overview.auditor.standings,
		"the tool list_controls": counts(tool.filter(({ state }) => state !== "retired")),
	});
	expectSame("controls that serve a chosen framework, by standing", {
		"the list of controls": counts(serving(controls)),
		"the report’s JSON": counts(report.compliance[0].controls),
		"the report’s page": countedBy(
			keys,
			tableOf(reportPage, "Controls").map(([, , standing = ""]) => word(standing)),
		),
	});
	expectSame("why, by control", {
		"the list of controls": serving(controls).map(({ code, why }) => [code, why]),
		"the report’s page": tableOf(reportPage, "Controls").map(([code, , , why]) => [code, why]),
	});
});

test("how many requirements have each standing", async () => {
	const applies = leaves.filter(({ decision }) => decision?.state !== "not-applicable");
	const list = await answer<{ frameworks: FrameworkDetail[] }>("listFrameworks");
	const sheet = await statementSheet();
	const page = tableOf(reportPage, "In short").find(([framework]) => framework === detail.name);
	expectSame("requirements by standing", {
		"the framework’s page": detail.standings,
		"the list of frameworks": list.frameworks.find(({ id }) => id === FRAMEWORK)?.standings,
		"its own rows": countedBy(
			REQUIREMENT_STANDINGS,
			applies.map(({ controls }) => standingOfControls(countedStandings(controls))),
		),
		"the report’s JSON": reported.standings,
		"the report’s page": Object.fromEntries(
			REQUIREMENT_STANDINGS.map((standing, at) => [standing, Number(page?.[at + 1])]),
		),
		"the report’s tables": countsOfWords(tableOf(reportPage, detail.name).map(([, , standing = ""]) => standing)),
		"the report’s CSV": countsOfWords(reportRows.map(({ standing = "" }) => standing)),
		"the statement’s CSV": countsOfWords(statementRows.map(({ Standing = "" }) => Standing)),
		"the statement’s XLSX": countsOfWords(sheet.map(({ Standing = "" }) => Standing)),
		"the bundle’s statement": countsOfWords(
			rowsOf(bundled("documents/statement-of-applicability.csv")).map(({ Standing = "" }) => Standing),
		),
	});
	const words = (rows: readonly (readonly [string | undefined, string | undefined])[]) => Object.fromEntries(rows);
	expectSame("the standing of each requirement, in words", {
		"the framework’s page": words(leaves.map((one) => [one.id, standingText(one)])),
		"the report’s CSV": words(reportRows.map(({ requirement, standing }) => [requirement, standing])),
		"the statement’s CSV": words(statementRows.map(({ ID, Standing }) => [ID, Standing])),
		"the statement’s XLSX": words(sheet.map(({ ID, Standing }) => [ID, Standing])),
	});
	expect(new Set(LABELS).size).toBe(LABELS.length);
});

async function statementSheet(): Promise<Record<string, string>[]> {
	const file = Buffer.from(
		await (await ada.call("readStatement", { params: { ...params, format: "xlsx" } })).arrayBuffer(),
	);
	const [rows = []] = [...readXlsx(await unpackXlsx(file), 1_000)];
	const [head, ...body] = rows.map(({ cells }) => cells.map(({ text }) => text));
	return body.map((cells) => Object.fromEntries((head ?? []).map((name, at) => [name, cells[at] ?? ""])));
}

test("how many findings are evidence against each control", async () => {
	const against = controls.filter(({ findings }) => findings > 0);
	const byCode = (entries: readonly (readonly [string, number])[]) =>
		Object.fromEntries(entries.filter(([, findings]) => findings > 0));
	const listed: [string, number][] = [];
	for (const { code, tests } of details) {
		let findings = 0;
		for (const { spec } of tests) {
			for (const of of spec.kind === "scan" ? spec.classes : []) {
				findings += (await ada.list({ state: "open,accepted", class: of })).total;
			}
		}
		listed.push([code, findings]);
	}
	const tool = await told<ControlSummary>("list_controls", "controls");
	const current = new Set(controls.map(({ code }) => code));
	const unfixed = ({ open = 0, overdue = 0, accepted = 0 }: Record<string, number>) => open + overdue + accepted;
	const population = rowsOf(
		await textOf("readEffectivenessFile", { params: { ...params, format: "csv" }, query: window }),
	);
	const served = (all: Record<string, number>) =>
		Object.fromEntries(Object.entries(all).filter(([code]) => effectiveness.controls.some((one) => one.code === code)));
	expectSame("evidence against, by control", {
		"the list of controls": byCode(against.map(({ code, findings }) => [code, findings])),
		"the pages of controls": byCode(details.map(({ code, findings }) => [code, findings])),
		"the classes on the pages of controls": byCode(
			details.map(({ code, against }) => [code, against.reduce((sum, { findings }) => sum + findings, 0)]),
		),
		"the list of findings, by class": byCode(listed),
		"the tool list_controls": byCode(
			tool.filter(({ state }) => state !== "retired").map(({ code, findings }) => [code, findings]),
		),
		"the report’s JSON": byCode(report.compliance[0].controls.map((one: ControlSummary) => [one.code, one.findings])),
	});
	expectSame("evidence against the framework’s controls", {
		"the list of controls": served(byCode(against.map(({ code, findings }) => [code, findings]))),
		"the operating effectiveness": byCode(
			effectiveness.controls
				.filter(({ code }) => current.has(code))
				.map(({ code, population }) => [code, unfixed(population)]),
		),
		"its CSV": byCode(
			controls.map(({ code }) => [
				code,
				population.filter(
					({ controls = "", outcome = "" }) =>
						controls.split(" ").includes(code) && ["open", "overdue", "accepted"].includes(outcome),
				).length,
			]),
		),
	});
	expectSame("controls that findings of the host speak against", {
		"the list of controls": against.map(({ code }) => code),
		"the host’s controls": (await listControls(ada, { host: HOST }))
			.filter(({ state }) => state !== "retired")
			.map(({ code }) => code),
		"the report’s page": [
			...new Set(tableOf(reportPage, "Evidence").flatMap((row) => (row.at(-1) ?? "").split(", "))),
		].toSorted(),
	});
});

test("OSCAL names the requirements with evidence against them, and those of a control that was retired in the window", async () => {
	const [{ findings, risks }] = (await oscal("assessment-results")).results;
	const named: string[] = findings.map((one: { target: { props: { value: string }[] } }) => one.target.props[0]?.value);
	const retired = leaves.filter(({ controls }) => controls.some(({ code }) => code === "CF-01"));
	const against = leaves.filter(
		({ standing, decision }) => standing === "evidence-against" && decision?.state !== "not-applicable",
	);
	expect(named.toSorted()).toEqual([...new Set([...against, ...retired].map(({ id }) => id))].toSorted());
	const bundledResults = JSON.parse(bundled("documents/oscal/assessment-results.json"))["assessment-results"]
		.results[0];
	const { open = 0, overdue = 0, accepted = 0 } = effectiveness.population;
	expectSame("findings that are not fixed", {
		"the operating effectiveness": open + overdue + accepted,
		"OSCAL’s risks": risks.length,
		"the bundle’s OSCAL": bundledResults.risks.length,
		"the bundle’s findings": rowsOf(bundled("documents/findings.csv")).filter(({ outcome = "" }) =>
			["open", "overdue", "accepted"].includes(outcome),
		).length,
	});
});

test("how many findings are open, by severity", async () => {
	const { open } = await ada.overview();
	const listed: Record<string, number> = {};
	for (const severity of SEVERITIES) listed[severity] = (await ada.list({ state: "open", severity })).total;
	const assets = await ada.assets();
	const { clients } = await answer<{ clients: { client: { own: boolean }; open: Record<string, number> }[] }>(
		"clientsOverview",
	);
	const tool = await told<{ severity: string }>("list_findings", "findings", { state: "open" });
	const inReport = (await ada.report({ template: "vulnerability-assessment" })).report.id;
	const whole = JSON.parse(await (await ada.file(inReport, "json")).text());
	const openIn = (findings: { state: string; finding: { severity: string } }[]) =>
		bySeverity(findings.filter(({ state }) => state === "open").map(({ finding }) => finding));
	expectSame("open findings by severity", {
		"the overview": open,
		"the list of findings": listed,
		hosts: Object.fromEntries(
			SEVERITIES.map((severity) => [severity, assets.reduce((sum, { open }) => sum + open[severity], 0)]),
		),
		"the clients’ overview": clients.find(({ client }) => client.own)?.open,
		"the tool list_findings": bySeverity(tool),
		"the compliance report’s JSON": openIn(report.findings),
		"the vulnerability assessment’s JSON": openIn(whole.findings),
		"the exported CSV": bySeverity(
			rowsOf(await textOf("exportFindings", { query: { format: "csv", state: "open" } })) as { severity: string }[],
		),
	});
	await pool.query("UPDATE scans SET finished_at = finished_at - interval '61 minutes' WHERE owner = $1", [
		ada.accountId,
	]);
	const mail = await until(
		async () => mailbox.received.find(({ to, raw }) => to.includes(ada.email) && raw.includes("Scheduled scans:")),
		"the digest",
	);
	const total = SEVERITIES.reduce((sum, severity) => sum + open[severity], 0);
	// All of them were found by the scan that the digest is about.
	expectSame("all open findings", {
		"the overview": String(total),
		"the digest’s subject": /Scheduled scans: (\d+) new/.exec(mail.raw)?.[1],
		"the digest": /New: (\d+) findings/.exec(decodeMail(mail.raw))?.[1],
	});
});

test("how many tasks are open, and how many of them late", async () => {
	const { counts, tasks } = await listTasks(ada);
	const late = await listTasks(ada, { overdue: "yes" });
	const tool = await told<{ id: string }>("list_tasks", "tasks");
	const lateTool = await told<{ id: string }>("list_tasks", "tasks", { overdue: "yes" });
	const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).toSorted();
	expect(counts.overdue).toBeGreaterThan(0);
	expectSame("open tasks", {
		"the counts": counts.open,
		"the list of tasks": tasks.length,
		"the tool list_tasks": tool.length,
	});
	expectSame("late tasks", {
		"the counts": counts.overdue,
		"the list of late tasks": late.tasks.length,
		"the tool list_tasks": lateTool.length,
		"days of the list": tasks.filter(({ due }) => due !== null && due < dayIn(0)).length,
	});
	expectSame("tasks that are due within seven days", {
		"the list of tasks": ids(tasks.filter(({ due }) => due !== null && due <= dayIn(7))),
		"the overview": ids(overview.due.filter(({ what }) => what === "task")),
	});
	for (const { id, code, openTasks } of details) {
		const own = await listTasks(ada, { control: id });
		expectSame(`tasks of ${code}`, { "the page of the control": openTasks, "the list of tasks": own.counts.open });
	}
	const items: { props?: { name: string; value: string }[] }[] = (await oscal("plan-of-action-and-milestones"))[
		"poam-items"
	];
	const serving = new Set(
		leaves
			.flatMap(({ controls }) => controls.filter(({ state }) => state !== "retired"))
			.map(({ controlId }) => controlId),
	);
	expectSame("tasks about the framework’s controls", {
		"the list of tasks": tasks.filter(({ controls }) => controls.some(({ controlId }) => serving.has(controlId)))
			.length,
		"OSCAL’s plan of action": items.filter(({ props = [] }) => props.some(({ name }) => name === "state")).length,
	});
});

test("which evidence is stale", async () => {
	const { evidence } = await answer<{ evidence: { id: string; state: string; expiresOn: string | null }[] }>(
		"listEvidence",
		{ query: { limit: "100" } },
	);
	const tool = await told<{ id: string; state: string; expiresOn: string | null }>("list_evidence", "evidence");
	const stale = (all: typeof evidence) =>
		all
			.filter(({ state, expiresOn }) => state === "accepted" && expiresOn !== null && expiresOn < dayIn(0))
			.map(({ id }) => id);
	expect(stale(evidence)).toHaveLength(1);
	expectSame("pieces that ended", {
		"the list of evidence": stale(evidence),
		"the tool list_evidence": stale(tool),
		"the overview": overview.due.filter(({ what, on }) => what === "evidence" && on < dayIn(0)).map(({ id }) => id),
	});
	const pieces = (all: FrameworkDetail) =>
		Object.fromEntries(all.all.filter(({ isHeading }) => !isHeading).map((one) => [one.id, String(one.evidence)]));
	expectSame("pieces that count, by requirement", {
		"the framework’s page": pieces(detail),
		"the report’s JSON": pieces(reported),
		"the report’s CSV": Object.fromEntries(reportRows.map(({ requirement, evidence }) => [requirement, evidence])),
		"the statement’s CSV": Object.fromEntries(statementRows.map(({ ID, Evidence }) => [ID, Evidence])),
	});
});
