import type {
	FindingFilter,
	FindingPage,
	FindingState,
	TrackedFinding,
	Verdict,
	VerdictRequest,
} from "#contract/vulnerabilities.ts";
import { matchesFindingFilter } from "#src/lib/findings/finding-filter.ts";

type Pages = readonly FindingPage[];

/** The verdict that stands after a word; null when the word took the others back. */
const verdictOf = ({ state, reason = "", until, saidAt }: VerdictRequest): Verdict | null =>
	state === "open" ? null : { state, reason, until: until ?? null, saidAt };

/** A finding after a word was said of it; the very same where a newer one stands. */
export function afterWord(finding: TrackedFinding, word: VerdictRequest): TrackedFinding {
	if (finding.verdict && finding.verdict.saidAt > word.saidAt) return finding;
	return { ...finding, state: word.state, verdict: verdictOf(word) };
}

type States = FindingPage["states"];

function moved(states: States, from: FindingState, to: FindingState): States {
	if (from === to) return states;
	return { ...states, [from]: Math.max(0, states[from] - 1), [to]: states[to] + 1 };
}

/**
 * The loaded pages of a list after a word was said: changed where they stand, or taken out where the filter does not hold
 * them any more. One that a list has not loaded comes with its page. The very same where nothing changes.
 */
export function withWord(pages: Pages, word: VerdictRequest, filter: FindingFilter): Pages {
	const about = new Set(word.fingerprints);
	let states = pages[0]?.states;
	let gone = 0;
	let changed = false;
	const next = pages.map((page) => ({
		...page,
		findings: page.findings.flatMap((finding) => {
			if (!about.has(finding.fingerprint)) return [finding];
			const after = afterWord(finding, word);
			if (after === finding) return [finding];
			changed = true;
			states = states && moved(states, finding.state, after.state);
			if (matchesFindingFilter(after, filter)) return [after];
			gone += 1;
			return [];
		}),
	}));
	if (!changed || !states) return pages;
	const counts = states;
	return next.map((page) => ({ ...page, states: counts, total: Math.max(0, page.total - gone) }));
}
