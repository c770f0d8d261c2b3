import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import { byUrgency } from "#contract/findings/urgency.ts";

/** One problem, described once, with all of its findings. */
export type Problem<F> = {
	/** What the report calls it: the severity's letter and a number, such as `H1`. */
	mark: string;
	severity: Severity;
	/** The finding that has what all of them share. */
	first: F;
	findings: F[];
};

/** Everything that a reader wants to read only once. Findings of one problem differ only in where they are and what was seen. */
const shared = ({ rule, title, severity, confidence, why, fix, cwe }: Finding): string =>
	JSON.stringify([rule, title, severity, confidence, why.owner, why.engineer, fix.owner, fix.engineer, cwe]);

/**
 * Two hundred findings are rarely two hundred problems: a cookie flag missing on every port is one. What to do first comes first.
 */
export function groupFindings<F extends { finding: Finding }>(findings: readonly F[]): Problem<F>[] {
	const groups = [...Map.groupBy(findings, ({ finding }) => shared(finding)).values()].toSorted(([a], [b]) =>
		a && b ? byUrgency(a.finding, b.finding) : 0,
	);
	return SEVERITIES.flatMap((severity) =>
		groups
			.filter(([first]) => first?.finding.severity === severity)
			.flatMap((group, index) => {
				const [first] = group;
				const mark = `${severity.charAt(0).toUpperCase()}${index + 1}`;
				return first ? [{ mark, severity, first, findings: group }] : [];
			}),
	);
}
