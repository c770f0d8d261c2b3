import { expect, test } from "vitest";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { weightOf } from "#contract/findings/urgency.ts";
import { CLASSES } from "#server/assurance/findings/class-table.ts";
import { problemsOf } from "../../../../src/features/scan-detail/problems.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { createReporter } from "../../../support/engines/reporter.ts";
import { startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();

const found = (rule: string, title: string) => findingOf({ rule, title, severity: "high" });
const FIRST_TO_LAST = [
	found("exposed-env", "A file with passwords is public"),
	found("exposed-git", "The repository is public"),
	found("zap-40018-1", "A query can be changed"),
	found("certificate-expired", "A certificate has expired"),
	found("software-end-of-life", "A server gets no more fixes"),
];
const TITLES = FIRST_TO_LAST.map(({ title }) => title);

test("what to do first comes first, in the scan, its page, the lists, the overview and a report", async () => {
	const ada = await createReporter(server);
	const scanId = await ada.scan(FIRST_TO_LAST.toReversed());
	const { report } = await (await ada.call("readScan", { params: { scanId } })).json();
	expect(report.findings.map(({ title }: { title: string }) => title)).toEqual(TITLES);
	expect(problemsOf(report.findings.toReversed()).map(({ finding }) => finding.title)).toEqual(TITLES);

	const { problems } = await (await ada.call("listProblems")).json();
	expect(problems.map(({ title }: { title: string }) => title)).toEqual(TITLES);
	// Page by page, too.
	const paged: string[] = [];
	let cursor: string | undefined;
	do {
		const page = await (
			await ada.call("listProblems", { query: { limit: "2", ...(cursor ? { cursor } : {}) } })
		).json();
		paged.push(...page.problems.map(({ title }: { title: string }) => title));
		cursor = page.next ?? undefined;
	} while (cursor);
	expect(paged).toEqual(TITLES);
	const overview = await (await ada.call("findingsOverview")).json();
	expect(overview.problems.map(({ title }: { title: string }) => title)).toEqual(TITLES.slice(0, 3));
	const { findings } = await (await ada.call("listFindings")).json();
	expect(findings[0].rule).toBe("exposed-git");

	const { report: made } = await ada.report({ template: "vulnerability-assessment" });
	const html = await (await ada.file(made.id, "html")).text();
	expect(TITLES.toSorted((a, b) => html.indexOf(a) - html.indexOf(b))).toEqual(TITLES);
});

test("the database weighs each rule as the code does", async () => {
	const all = [...CLASSES.flatMap(({ rules }) => rules), "zap-40018-2", "zap-10003-1", "unknown"].flatMap((rule) =>
		SEVERITIES.map((severity) => ({ rule, severity, weight: weightOf({ rule, severity }) })),
	);
	const { rows } = await server.database.owner.query(
		`SELECT rule, severity, finding_weight(severity, rule) AS weight
		 FROM jsonb_to_recordset($1) AS given (rule text, severity text)`,
		[JSON.stringify(all)],
	);
	expect(rows).toEqual(all);
});
