import type { Evidence, Finding, FindingLocation } from "#contract/findings.ts";
import { SEVERITIES, type Severity } from "#contract/severity.ts";

/** One place where a problem was seen. */
export type Place = { location: FindingLocation; evidence: Evidence[] };

/** One problem, said once, with every place it was seen in. */
export type Problem = {
	/** What the report calls it: the severity's letter and a number, such as `H1`. */
	mark: string;
	/** What its findings share; location and evidence are in `places`. */
	finding: Finding;
	places: [Place, ...Place[]];
};

export type ProblemsBySeverity = { severity: Severity; problems: Problem[] };

/** Findings that differ in where, and in nothing a reader would want to read twice. */
export const sameWords = ({ rule, title, severity, confidence, why, fix, cwe }: Finding): string =>
	JSON.stringify([rule, title, severity, confidence, why.owner, why.engineer, fix.owner, fix.engineer, cwe]);

/**
 * Two hundred findings are rarely two hundred problems: a cookie flag missing on every port is one. Severities worst
 * first, without the empty ones; inside them the order of the report.
 */
export const groupFindings = (findings: readonly Finding[]): ProblemsBySeverity[] =>
	SEVERITIES.map((severity) => {
		const problems = new Map<string, Problem>();
		for (const finding of findings.filter((one) => one.severity === severity)) {
			const place = { location: finding.location, evidence: finding.evidence };
			const known = problems.get(sameWords(finding));
			if (known) known.places.push(place);
			else {
				const mark = `${severity.charAt(0).toUpperCase()}${problems.size + 1}`;
				problems.set(sameWords(finding), { mark, finding, places: [place] });
			}
		}
		return { severity, problems: [...problems.values()] };
	}).filter(({ problems }) => problems.length > 0);
