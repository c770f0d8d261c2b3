import type { Finding } from "#contract/findings.ts";
import { SEVERITIES, type Severity } from "#contract/severity.ts";

type Place = Pick<Finding, "location" | "evidence" | "fingerprint">;

/** One problem with every place it was seen in. */
export type Problem = { finding: Finding; places: Place[] };

/** Findings that differ only in where they were seen have the same key. */
const sameWords = ({ rule, title, severity, confidence, why, fix }: Finding): string =>
	JSON.stringify([rule, title, severity, confidence, why, fix]);

/** As the report groups them: worst first, without severities that were not found. */
export function problemsOf(findings: readonly Finding[]): { severity: Severity; problems: Problem[] }[] {
	const byWords = Map.groupBy(findings, sameWords);
	const problems = [...byWords.values()].flatMap((places) => (places[0] ? [{ finding: places[0], places }] : []));
	return SEVERITIES.map((severity) => ({
		severity,
		problems: problems.filter(({ finding }) => finding.severity === severity),
	})).filter((group) => group.problems.length > 0);
}
