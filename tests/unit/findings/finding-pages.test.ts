import { expect, test } from "vitest";
import type { FindingPage, TrackedFinding, VerdictRequest } from "#contract/vulnerabilities.ts";
import { sampleFindings } from "#src/content/sample-findings.ts";
import { afterWord, withWord } from "#src/features/findings/finding-pages.ts";

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
const word = (about: string, state: VerdictRequest["state"] = "fixed", minute = 10): VerdictRequest => ({
	fingerprints: [...about],
	state,
	reason: "seen",
	saidAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});

test("what a word is said of leaves the tab it is not of any more, and every count follows", () => {
	const after = withWord(loaded, word("bd"), { state: "open" });
	expect(names(after)).toEqual(["ac", "e"]);
	expect(after.map(({ total }) => total)).toEqual([3, 3]);
	expect(after[1]?.states).toEqual({ open: 3, fixed: 6, "false-positive": 0, accepted: 0 });
});

test("it stays, changed, where the list holds all states", () => {
	const after = withWord(loaded, word("b", "accepted"), {});
	expect(names(after)).toEqual(["abc", "de"]);
	expect(after[0]?.findings[1]).toMatchObject({
		state: "accepted",
		verdict: { state: "accepted", reason: "seen", until: null },
	});
	expect(after[0]?.total).toBe(5);
});

test("said twice, it counts once; of what is not loaded, nothing changes", () => {
	const once = withWord(loaded, word("b", "accepted"), {});
	expect(withWord(once, word("b", "accepted"), {})[0]?.states).toEqual(once[0]?.states);
	expect(withWord(loaded, word("x"), {})).toBe(loaded);
});

test("an older word does not undo a newer one, and open takes a word back", () => {
	const fixed = afterWord(finding("a"), word("a", "fixed", 20));
	expect(afterWord(fixed, word("a", "accepted", 10))).toBe(fixed);
	expect(afterWord(fixed, word("a", "open", 30))).toMatchObject({ state: "open", verdict: null });
});
