import { expect, test } from "vitest";
import type { ProblemPage, TrackedFinding, VerdictRequest } from "#contract/findings/vulnerabilities.ts";
import { sampleFindings } from "#src/content/samples/sample-findings.ts";
import { problemsWithVerdict } from "#src/features/findings/problem-pages.ts";
import { groupProblems } from "#src/lib/findings/problems.ts";

const [SAMPLE] = sampleFindings;
if (!SAMPLE) throw new Error("There are too few samples");

const finding = (name: string, over: Partial<TrackedFinding> = {}): TrackedFinding => ({
	...SAMPLE,
	fingerprint: name,
	state: "open",
	verdict: null,
	...over,
});
const WEAK = ["a", "b", "c"].map((name) => finding(name, { title: "Weak", severity: "low" }));
const ONE = finding("d", { title: "One", severity: "high" });
/** A problem in 30 places, of which the list carries three. */
const FAR = Array.from({ length: 30 }, (_, index) => finding(`f${index}`, { title: "Far", severity: "medium" }));
const all = [...WEAK, ONE, ...FAR];
const known = new Map(all.map((one) => [one.fingerprint, one]));

const pages: ProblemPage[] = [
	{
		problems: groupProblems(all).map((problem) => ({ ...problem, places: problem.places.slice(0, 3) })),
		next: null,
		total: 3,
		findings: 34,
		states: { open: 34, fixed: 4, "false-positive": 0, accepted: 0 },
	},
];
const verdict = (fingerprints: string[], state: VerdictRequest["state"] = "fixed"): VerdictRequest => ({
	fingerprints,
	state,
	saidAt: "2026-01-01T00:00:00.000Z",
});
const shown = (given: readonly ProblemPage[]) =>
	given.flatMap(({ problems }) => problems.map(({ title, findings, places }) => [title, findings, places.length]));

test("findings are grouped by rule, title and severity, worst first and then by title", () => {
	expect(shown(pages)).toEqual([
		["One", 1, 1],
		["Far", 30, 3],
		["Weak", 3, 3],
	]);
	expect(groupProblems(all).reduce((sum, { findings }) => sum + findings, 0)).toBe(all.length);
});

test("a decided place leaves its problem, and a problem without places leaves the list", () => {
	const one = problemsWithVerdict(pages, verdict(["a"]), { state: "open" }, known);
	expect(shown(one)).toEqual([
		["One", 1, 1],
		["Far", 30, 3],
		["Weak", 2, 2],
	]);
	expect(one[0]).toMatchObject({ total: 3, findings: 33, states: { open: 33, fixed: 5 } });
	const rest = problemsWithVerdict(pages, verdict(["a", "b", "c", "d"]), { state: "open" }, known);
	expect(shown(rest)).toEqual([["Far", 30, 3]]);
	expect(rest[0]).toMatchObject({ total: 1, findings: 30, states: { open: 30, fixed: 8 } });
});

test("places that the list does not carry are counted too", () => {
	const names = FAR.slice(0, 20).map(({ fingerprint }) => fingerprint);
	const [page] = problemsWithVerdict(pages, verdict(names), { state: "open" }, known);
	expect(page).toMatchObject({ total: 3, findings: 14, states: { open: 14, fixed: 24 } });
	const every = FAR.map(({ fingerprint }) => fingerprint);
	expect(shown(problemsWithVerdict(pages, verdict(every), { state: "open" }, known))).toEqual([
		["One", 1, 1],
		["Weak", 3, 3],
	]);
});

test("in a list of all states they stay, changed; what is not known or does not pass the filter changes nothing", () => {
	const [page] = problemsWithVerdict(pages, verdict(["a"], "accepted"), {}, known);
	expect(page).toMatchObject({ total: 3, findings: 34, states: { open: 33, accepted: 1 } });
	expect(page?.problems.at(-1)?.places.map(({ state }) => state)).toEqual(["open", "open", "accepted"]);
	expect(problemsWithVerdict(pages, verdict(["unknown"]), {}, known)).toBe(pages);
	expect(problemsWithVerdict(pages, verdict(["a"]), { state: "accepted" }, known)).toBe(pages);
});
