import type { Finding, ScanFact, ScanReport } from "#contract/findings/findings.ts";
import { gradeOf } from "#contract/findings/grade.ts";
import { byText, byUrgency } from "#contract/findings/urgency.ts";
import type { RunResult } from "../../engines/engine.ts";

type Finished = {
	target: string;
	startedAt: Date;
	finishedAt: Date;
	result: Extract<RunResult, { status: "completed" }>;
};

/** What to do first comes first, then in an order that does not depend on where they came from. */
export const byImportance = (a: Finding, b: Finding): number =>
	byUrgency(a, b) ||
	byText(a.location.host, b.location.host) ||
	a.location.port - b.location.port ||
	byText(a.location.path, b.location.path) ||
	byText(a.location.parameter, b.location.parameter) ||
	byText(a.fingerprint, b.fingerprint);

/** The report of a finished run, the most urgent findings first. Pure: the same data gives the same report, whatever order the parts ended in. */
export const buildReport = ({ target, startedAt, finishedAt, result }: Finished): ScanReport => {
	const counts = { high: 0, medium: 0, low: 0, none: 0 };
	for (const finding of result.findings) counts[finding.severity] += 1;
	const facts = factsInOrder(result.facts ?? []);
	const parts = result.parts.toSorted((a, b) => byText(a.part, b.part));
	return {
		target,
		startedAt: startedAt.toISOString(),
		finishedAt: finishedAt.toISOString(),
		coverage: result.coverage,
		grade: gradeOf({ counts, coverage: result.coverage, parts }),
		counts,
		parts,
		findings: result.findings.toSorted(byImportance),
		sent: result.sent.toSorted((a, b) => byText(a.at, b.at) || byText(a.what, b.what) || byText(a.address, b.address)),
		...(facts.length > 0 ? { facts } : {}),
		...(result.pages ? { pages: result.pages } : {}),
		...(result.addresses ? { addresses: result.addresses } : {}),
		...(result.visited ? { visited: result.visited } : {}),
	};
};

function factsInOrder(facts: readonly ScanFact[]): ScanFact[] {
	const unique = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
	return [...unique].toSorted(([a], [b]) => byText(a, b)).map(([, fact]) => fact);
}
