import { expect, test } from "vitest";
import type { ControlSummary } from "#contract/controls/controls.ts";
import type { TestSpec } from "#contract/controls/tests.ts";
import { filterCount, NOBODY, passes, readAddress, writeAddress } from "#src/features/controls/controls-address.ts";
import { readSpec } from "#src/features/controls/tests/read-spec.ts";
import { emptyDraft, outcomeOf, resultOf } from "#src/features/controls/tests/run-draft.ts";
import { classText } from "#src/lib/controls/class-text.ts";
import { controlShown } from "#src/lib/controls/control-words.ts";
import type { Entry } from "#src/requests/entry.ts";

const OWNER = "01890a5d-ac96-774b-bcce-b302099a8058";

const control = (more: object = {}) =>
	({
		id: "c",
		code: "VM-01",
		title: "Fix known weaknesses",
		state: "operating",
		owner: { accountId: "ada", name: "Ada" },
		requirements: [{ framework: "iso-27001", requirementId: "A.8.8" }],
		ownRequirements: [],
		...more,
	}) as unknown as ControlSummary;

const read = (query: string) => readAddress(new URLSearchParams(query));

test("the list's address", () => {
	for (const query of ["", "tab=stale&q=key&state=planned&owner=nobody&framework=soc-2"])
		expect(`${writeAddress(read(query))}`).toBe(query);
	expect(`${writeAddress(read("tab=x&state=x&framework=x"))}`).toBe("");
	expect(filterCount(read("tab=stale&q=x&state=planned&owner=nobody"))).toBe(2);
});

test.each([
	["", true],
	["q=vm-0", true],
	["q=a.8.8", true],
	["q=A.8.9", false],
	["owner=ada", true],
	[`owner=${NOBODY}`, false],
	["framework=soc-2", false],
	["framework=iso-27001&state=operating", true],
	["state=planned", false],
])("%j lets an operating control of Ada's pass: %s", (query, isPassing) => {
	expect(passes(control(), read(query))).toBe(isPassing);
});

test("retired controls are shown only if they are asked for", () => {
	expect(passes(control({ state: "retired" }), read(""))).toBe(false);
	expect(passes(control({ state: "retired" }), read("state=retired"))).toBe(true);
});

test("what was said of a control shows at once; a note changes nothing of it", () => {
	const word = (change: object, saidAt: string) =>
		({
			id: saidAt,
			owner: OWNER,
			status: "queued",
			request: { kind: "control-change", body: { controlId: "c", change, saidAt } },
		}) as unknown as Entry;
	const shown = (...entries: readonly Entry[]) => controlShown(control(), entries, 0, (id) => `Name of ${id}`);
	expect(shown(word({ owner: "bo" }, "1"), word({ state: "not-operating", reason: "Moved" }, "2"))).toMatchObject({
		owner: { accountId: "bo", name: "Name of bo" },
		state: "not-operating",
		reason: "Moved",
		code: "VM-01",
	});
	expect(shown(word({ owner: null }, "1")).owner).toBeNull();
	expect(shown(word({ note: "Asked Ngozi." }, "1"))).toEqual(control());
	const leave = (host: string, reason: string | null, saidAt: string) => word({ leftOut: { host, reason } }, saidAt);
	const left = shown(leave("a.example", "Off", "1"), leave("b.example", "Sold", "2"), leave("a.example", null, "3"));
	expect(left).toMatchObject({ leftOut: [{ host: "b.example", reason: "Sold", at: "2", by: { accountId: OWNER } }] });
});

const CHECKLIST: TestSpec = { kind: "checklist", questions: ["a", "b"] };

test("a run is sent when everything is answered, and a no fails it", () => {
	const draft = emptyDraft(CHECKLIST);
	expect(draft).toMatchObject({ answers: [null, null], holds: null });
	expect(outcomeOf(CHECKLIST, { ...draft, answers: ["yes", null] })).toHaveProperty("missing");
	expect(outcomeOf(CHECKLIST, { ...draft, answers: ["yes", "no"] })).toEqual({ outcome: { answers: ["yes", "no"] } });
	const statement: TestSpec = { kind: "attestation", statement: "s" };
	expect(outcomeOf(statement, { ...draft, holds: true })).toEqual({ outcome: { holds: true } });
	expect(outcomeOf(statement, draft)).toHaveProperty("missing");
	expect(resultOf({ outcome: { answers: ["yes", "not-applicable"] } })).toBe("passed");
	expect(resultOf({ outcome: { answers: ["yes", "no"] } })).toBe("failed");
	expect(resultOf({ outcome: { holds: false } })).toBe("failed");
});

test("a document that is there is named: by evidence that has it, or by its whole record", () => {
	const spec: TestSpec = { kind: "document", document: "d" };
	const holds = { ...emptyDraft(spec), holds: true };
	const named = (more: object) => outcomeOf(spec, { ...holds, document: { ...holds.document, ...more } });
	expect(outcomeOf(spec, { ...holds, holds: false })).toEqual({ outcome: { holds: false } });
	expect(named({})).toHaveProperty("missing");
	expect(named({ place: "Shelf 3", version: " ", holder: "Ada" })).toHaveProperty("missing");
	const record = { place: "Shelf 3", version: "2026-02", holder: "Ada" };
	expect(named({ ...record, place: " Shelf 3 " })).toEqual({ outcome: { holds: true, document: record } });
	const evidence = "0192f1a0-0000-7000-8000-000000000001";
	expect(named({ evidence, place: "Shelf 3" })).toEqual({
		outcome: { holds: true, document: { evidenceId: evidence } },
	});
});

test("a form's lines become questions and hosts", () => {
	const fields = new FormData();
	fields.set("questions", " a \n\n b");
	expect(readSpec("checklist", fields)).toEqual({ kind: "checklist", questions: ["a", "b"] });
	expect(readSpec("scan", fields)).toHaveProperty("trouble");
	fields.append("classes", "old-protocols");
	fields.append("classes", "no-class");
	fields.set("hosts", "a.example\n");
	expect(readSpec("scan", fields)).toMatchObject({ classes: ["old-protocols"], hosts: ["a.example"] });
	expect(readSpec("checklist", new FormData())).toHaveProperty("trouble");
});

test("classes in words", () => {
	expect([classText("missing-hsts"), classText("tls-faults")]).toEqual(["Missing HSTS", "TLS faults"]);
});
