import { byText, byUrgency } from "#contract/findings/urgency.ts";
import type { FindingFilter, TrackedFinding, TrackedProblem } from "#contract/findings/vulnerabilities.ts";

/** What the findings of one problem have in common. */
type ProblemKey = Pick<TrackedFinding, "severity" | "title" | "rule">;

/** A problem's name, the same for each of its findings. */
export const problemName = ({ severity, title, rule }: ProblemKey): string => JSON.stringify([severity, title, rule]);

/** The filter for a problem's locations within another filter. */
export const placesFilter = (filter: FindingFilter, { severity, title, rule }: ProblemKey): FindingFilter => ({
	...filter,
	severity,
	title,
	rule,
});

/** Findings grouped as the server groups them: what to do first comes first. Each has all its locations, most recently seen first. */
export function groupProblems(findings: readonly TrackedFinding[]): TrackedProblem[] {
	return [...Map.groupBy(findings, problemName).values()]
		.flatMap((group): TrackedProblem[] => {
			const places = group.toSorted(
				(a, b) => byText(b.lastSeenAt, a.lastSeenAt) || byText(b.fingerprint, a.fingerprint),
			);
			const [first] = places;
			if (!first) return [];
			const { rule, title, severity, lastSeenAt } = first;
			const hosts = new Set(places.map(({ location }) => location.host)).size;
			return [{ rule, title, severity, lastSeenAt, findings: places.length, hosts, places }];
		})
		.toSorted(byUrgency);
}
