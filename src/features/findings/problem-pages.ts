import type { FindingFilter, ProblemPage, TrackedFinding, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { matchesFindingFilter } from "#src/lib/findings/finding-filter.ts";
import { problemName } from "#src/lib/findings/problems.ts";
import { movedState, withVerdict } from "./finding-pages.ts";

type Pages = readonly ProblemPage[];

/**
 * The loaded pages of a list of problems after a verdict. Takes the findings as they were before it, because for most places a list
 * of problems knows only the count. A problem without findings left is removed. The same object if nothing changes.
 */
export function problemsWithVerdict(
	pages: Pages,
	verdict: VerdictRequest,
	filter: FindingFilter,
	known: ReadonlyMap<string, TrackedFinding>,
): Pages {
	const after = new Map<string, TrackedFinding>();
	/** How many findings leave each problem. */
	const leaving = new Map<string, number>();
	let states = pages[0]?.states;
	for (const fingerprint of verdict.fingerprints) {
		const before = known.get(fingerprint);
		// One that does not pass the filter is not in this list.
		if (!before || !matchesFindingFilter(before, filter)) continue;
		const next = withVerdict(before, verdict);
		if (next === before) continue;
		after.set(fingerprint, next);
		states = states && movedState(states, before.state, next.state);
		if (matchesFindingFilter(next, filter)) continue;
		const name = problemName(before);
		leaving.set(name, (leaving.get(name) ?? 0) + 1);
	}
	if (after.size === 0 || !states) return pages;
	const left = { problems: 0, findings: 0 };
	const next = pages.map((page) => ({
		...page,
		problems: page.problems.flatMap((problem) => {
			const gone = leaving.get(problemName(problem)) ?? 0;
			left.findings += gone;
			if (gone >= problem.findings) {
				left.problems += 1;
				return [];
			}
			const places = problem.places
				.map((place) => after.get(place.fingerprint) ?? place)
				.filter((place) => matchesFindingFilter(place, filter));
			return [{ ...problem, findings: problem.findings - gone, places }];
		}),
	}));
	const counts = states;
	return next.map((page) => ({
		...page,
		states: counts,
		total: Math.max(0, page.total - left.problems),
		findings: Math.max(0, page.findings - left.findings),
	}));
}
