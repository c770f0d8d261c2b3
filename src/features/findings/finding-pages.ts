import type {
	FindingFilter,
	FindingPage,
	FindingState,
	TrackedFinding,
	Verdict,
	VerdictRequest,
} from "#contract/findings/vulnerabilities.ts";
import { matchesFindingFilter } from "#src/lib/findings/finding-filter.ts";

type Pages = readonly FindingPage[];

/** The verdict after a request; null if the request reopened the finding. */
const verdictOf = ({ state, reason = "", until, saidAt }: VerdictRequest): Verdict | null =>
	state === "open" ? null : { state, reason, until: until ?? null, saidAt };

/** A finding after a verdict; the same object if it already has a newer one. */
export function withVerdict(finding: TrackedFinding, verdict: VerdictRequest): TrackedFinding {
	if (finding.verdict && finding.verdict.saidAt > verdict.saidAt) return finding;
	return { ...finding, state: verdict.state, verdict: verdictOf(verdict) };
}

type States = FindingPage["states"];

/** The counts after one finding has changed its state. */
export function movedState(states: States, from: FindingState, to: FindingState): States {
	if (from === to) return states;
	return { ...states, [from]: Math.max(0, states[from] - 1), [to]: states[to] + 1 };
}

/**
 * The loaded pages of a list after a verdict. Findings that no longer match the filter are removed; those that are not loaded
 * yet come with their page. The same object if nothing changes.
 */
export function pagesWithVerdict(pages: Pages, verdict: VerdictRequest, filter: FindingFilter): Pages {
	const about = new Set(verdict.fingerprints);
	let states = pages[0]?.states;
	let gone = 0;
	let changed = false;
	const next = pages.map((page) => ({
		...page,
		findings: page.findings.flatMap((finding) => {
			if (!about.has(finding.fingerprint)) return [finding];
			const after = withVerdict(finding, verdict);
			if (after === finding) return [finding];
			changed = true;
			states = states && movedState(states, finding.state, after.state);
			if (matchesFindingFilter(after, filter)) return [after];
			gone += 1;
			return [];
		}),
	}));
	if (!changed || !states) return pages;
	const counts = states;
	return next.map((page) => ({ ...page, states: counts, total: Math.max(0, page.total - gone) }));
}
