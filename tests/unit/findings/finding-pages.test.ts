import { expect, test } from "vitest";
import type { FindingPage, TrackedFinding, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { pagesWithVerdict, withVerdict } from "#src/features/findings/finding-pages.ts";

const [SAMPLE] = sampleFindings;
if (!SAMPLE) throw new Error("There are too few samples");

/** Open; a letter names it. */
const finding = (name: string): TrackedFinding => ({ ...SAMPLE, fingerprint: name, state: "open", verdict: null });
const page = (names: string, total: number): FindingPage => ({
	findings: [...names].map(finding),
	next: null,
	total,
	states: { open: total, fixed: 4, "false-positive": 0, accepted: 0 },
});
const loaded = [page("abc", 5), page("de", 5)];
const names = (pages: readonly FindingPage[]) =>
	pages.map(({ findings }) => findings.map(({ fingerprint }) => fingerprint).join(""));
const verdict = (about: string, state: VerdictRequest["state"] = "fixed", minute = 10): VerdictRequest => ({
	fingerprints: [...about],
	state,
	reason: "seen",
	saidAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

test("a finding with a new verdict leaves a tab it no longer belongs to, and every count follows", () => {
	const after = pagesWithVerdict(loaded, verdict("bd"), { state: "open" });
	expect(names(after)).toEqual(["ac", "e"]);
	expect(after.map(({ total }) => total)).toEqual([3, 3]);
	expect(after[1]?.states).toEqual({ open: 3, fixed: 6, "false-positive": 0, accepted: 0 });
});

test("it stays, changed, in a list of all states", () => {
	const after = pagesWithVerdict(loaded, verdict("b", "accepted"), {});
	expect(names(after)).toEqual(["abc", "de"]);
	expect(after[0]?.findings[1]).toMatchObject({
		state: "accepted",
		verdict: { state: "accepted", reason: "seen", until: null },
	});
	expect(after[0]?.total).toBe(5);
});

test("given twice, it counts once; for findings that are not loaded, nothing changes", () => {
	const once = pagesWithVerdict(loaded, verdict("b", "accepted"), {});
	expect(pagesWithVerdict(once, verdict("b", "accepted"), {})[0]?.states).toEqual(once[0]?.states);
	expect(pagesWithVerdict(loaded, verdict("x"), {})).toBe(loaded);
});

test("an older verdict does not undo a newer one, and open takes a verdict back", () => {
	const fixed = withVerdict(finding("a"), verdict("a", "fixed", 20));
	expect(withVerdict(fixed, verdict("a", "accepted", 10))).toBe(fixed);
	expect(withVerdict(fixed, verdict("a", "open", 30))).toMatchObject({ state: "open", verdict: null });
});
