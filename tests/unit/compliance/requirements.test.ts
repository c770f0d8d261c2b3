import { expect, test } from "vitest";
import type { RequirementDetail } from "#contract/frameworks/frameworks.ts";
import type { ClientId } from "#contract/ids.ts";
import { windowOf } from "#src/features/compliance/effectiveness/window-of.ts";
import { readAddress, writeAddress } from "#src/features/compliance/framework-address.ts";
import { decided, ofClient } from "#src/features/compliance/requirements/decision-words.ts";
import { groupCounts, groupsOf } from "#src/features/compliance/requirements/requirement-tree.ts";
import type { Entry } from "#src/requests/entry.ts";

const UNDECIDED = {
	state: "undecided",
	reasons: [],
	justification: "",
	reviewedOn: null,
	saidAt: null,
	by: null,
} satisfies RequirementDetail["decision"];

function requirement(id: string, parent: string | null, more: Partial<RequirementDetail> = {}): RequirementDetail {
	return {
		id,
		parent,
		title: `Title of ${id}`,
		about: "",
		official: null,
		isHeading: false,
		always: false,
		decision: UNDECIDED,
		defaultReasons: [],
		standing: "not-evaluated",
		controls: [],
		evidence: 0,
		...more,
	};
}
const heading = (id: string, parent: string | null) =>
	requirement(id, parent, { isHeading: true, decision: null, standing: null });

const ALL = [
	heading("A", null),
	heading("A.1", "A"),
	requirement("A.1.1", "A.1", { standing: "evidence-against" }),
	requirement("A.1.2", "A.1"),
	heading("B", null),
	requirement("B.1", "B", { official: { title: "", text: "Locks on doors" } }),
	requirement("C", null),
];
const ANY = { q: "", standing: undefined, decision: undefined };
const ids = (filter: Parameters<typeof groupsOf>[1]) =>
	groupsOf(ALL, filter).map(({ heading, parts }) => [
		heading?.id ?? null,
		...parts.map(({ requirement, depth }) => `${requirement.id}@${depth}`),
	]);

test("requirements stand under their heading at the top, in the pack's order", () => {
	expect(ids(ANY)).toEqual([
		["A", "A.1@1", "A.1.1@2", "A.1.2@2"],
		["B", "B.1@1"],
		[null, "C@0"],
	]);
});

test("a filter leaves out headings with nothing under them, and looks into official words too", () => {
	expect(ids({ ...ANY, standing: "evidence-against" })).toEqual([["A", "A.1@1", "A.1.1@2"]]);
	expect(ids({ ...ANY, q: " locks " })).toEqual([["B", "B.1@1"]]);
	expect(ids({ ...ANY, decision: "reviewed" })).toEqual([]);
	expect(ids({ ...ANY, decision: "undecided", q: "c" })).toContainEqual([null, "C@0"]);
});

test("a folded group counts what is in it, without what does not apply", () => {
	const [a] = groupsOf(ALL, ANY);
	expect(a && groupCounts(a)).toEqual({ all: 2, undecided: 2, against: 1 });
	const notApplicable = ALL.map((one) =>
		one.id === "A.1.1" ? { ...one, decision: { ...UNDECIDED, state: "not-applicable" as const } } : one,
	);
	const [b] = groupsOf(notApplicable, ANY);
	expect(b && groupCounts(b)).toEqual({ all: 2, undecided: 1, against: 0 });
});

const NINE = "2026-11-24T09:00:00.000Z";
const said = (decision: string, saidAt: string, more: object = {}): Entry =>
	({
		id: saidAt,
		status: "queued",
		createdAt: 0,
		request: {
			kind: "decision",
			body: { framework: "soc-2", requirements: ["B.1"], decision, justification: "Why", saidAt },
		},
		...more,
	}) as unknown as Entry;
const after = (...entries: readonly Entry[]) =>
	decided("soc-2", ALL, entries, { readAt: 0, me: null }).find(({ id }) => id === "B.1")?.decision;

test("what was decided here shows at once, and a review leaves the decision as it is", () => {
	expect(after(said("applicable", NINE))).toEqual({
		state: "applicable",
		reasons: [],
		justification: "Why",
		reviewedOn: null,
		saidAt: NINE,
		by: null,
	});
	expect(after(said("applicable", NINE), said("reviewed", "2026-11-25T09:00:00.000Z"))).toMatchObject({
		state: "applicable",
		reasons: [],
		justification: "Why",
		reviewedOn: "2026-11-25",
	});
	expect(after(said("reviewed", NINE))).toEqual(UNDECIDED);
	expect(decided("iso-27001", ALL, [said("applicable", NINE)], { readAt: 0, me: null })).toBe(ALL);
});

test("a screen without a client does not show what was decided for another", () => {
	const entries = [said("applicable", NINE, { clientId: "a" }), said("applicable", NINE)];
	expect(ofClient(entries, "b" as ClientId)).toEqual([entries[1]]);
	expect(ofClient(entries, "a" as ClientId)).toEqual(entries);
});

test("the address of a framework", () => {
	const read = (query: string) => readAddress(new URLSearchParams(query));
	for (const query of [
		"",
		"tab=effectiveness&from=2026-01-01&to=2026-03-31",
		"q=key&standing=stale&requirement=A.8.24",
	])
		expect(`${writeAddress(read(query))}`).toBe(query);
	expect(`${writeAddress(read("tab=x&standing=x&decision=x&from=x"))}`).toBe("");
});

test("without a choice the window is the last 90 days", () => {
	const now = Date.UTC(2026, 10, 24, 12);
	expect(windowOf({ from: "", to: "" }, now)).toEqual({ from: "2026-08-27", to: "2026-11-24" });
	expect(windowOf({ from: "2026-01-01", to: "" }, now)).toEqual({ from: "2026-01-01", to: "2026-11-24" });
});
