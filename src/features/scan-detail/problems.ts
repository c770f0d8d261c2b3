import type { Finding } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";
import { byUrgency } from "#contract/findings/urgency.ts";

type FindingPlace = Pick<Finding, "location" | "evidence" | "fingerprint">;

/** One problem with every place it was seen in. */
export type Problem = {
	/** As the report calls it: the severity's letter and a number, such as `H1`. */
	mark: string;
	severity: Severity;
	finding: Finding;
	places: FindingPlace[];
};

/** Findings that differ only in where they were seen have the same key. */
const sameWords = ({ rule, title, severity, confidence, why, fix }: Finding): string =>
	JSON.stringify([rule, title, severity, confidence, why, fix]);

/** As the report groups them: what to do first comes first. */
export function problemsOf(findings: readonly Finding[]): Problem[] {
	const groups = [...Map.groupBy(findings, sameWords).values()].toSorted(([a], [b]) => (a && b ? byUrgency(a, b) : 0));
	return SEVERITIES.flatMap((severity) =>
		groups
			.filter(([finding]) => finding?.severity === severity)
			.flatMap((places, index) => {
				const [finding] = places;
				const mark = `${severity.charAt(0).toUpperCase()}${index + 1}`;
				return finding ? [{ mark, severity, finding, places }] : [];
			}),
	);
}
