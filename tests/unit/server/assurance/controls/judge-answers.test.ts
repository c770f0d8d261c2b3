import { expect, test } from "vitest";
import type { TestSpec } from "#contract/controls/tests.ts";
import { TIME_TO_FIX } from "#contract/workspaces/time-to-fix.ts";
import { judgeAnswers } from "#server/assurance/controls/judge-answers.ts";

const LIST: TestSpec = { kind: "checklist", questions: ["One?", "Two?", "Three?"] };
const PAPER: TestSpec = { kind: "document", document: "The plan" };
const SCAN: TestSpec = { kind: "scan", classes: ["framing"], hosts: [], timeToFix: TIME_TO_FIX };
const judged = (spec: TestSpec, outcome: Parameters<typeof judgeAnswers>[1]["outcome"], note = "") =>
	judgeAnswers(spec, { outcome, note });

test("a checklist fails by one no, and then needs a note", () => {
	expect(judged(LIST, { answers: ["yes", "not-applicable", "yes"] })).toEqual({
		ok: true,
		result: "passed",
		reason: "2 of 3 answers are yes. 1 did not apply.",
	});
	expect(judged(LIST, { answers: ["yes", "no", "yes"] })).toEqual({ ok: false, because: "no_note" });
	expect(judged(LIST, { answers: ["yes", "no", "yes"] }, "Two is open.")).toMatchObject({
		result: "failed",
		reason: "1 of 3 answers is no.",
	});
});

test("a document or a statement holds or does not", () => {
	expect(judgeAnswers(PAPER, { outcome: { holds: true }, note: "" }, "Shelf 3, version 2, held by Ada")).toEqual({
		ok: true,
		result: "passed",
		reason: "The document is there and up to date: Shelf 3, version 2, held by Ada.",
	});
	expect(judged(PAPER, { holds: true })).toMatchObject({ result: "incomplete" });
	expect(judged(PAPER, { holds: false }, "Lost.")).toMatchObject({ result: "failed" });
	expect(judged({ kind: "attestation", statement: "We do." }, { holds: true })).toMatchObject({ result: "passed" });
});

test("an outcome of another kind of test, or of other questions, is none", () => {
	expect(judged(PAPER, { answers: [] })).toEqual({ ok: false, because: "other_kind" });
	expect(judged(LIST, { holds: true })).toEqual({ ok: false, because: "other_kind" });
	expect(judged(LIST, { answers: ["yes"] })).toEqual({ ok: false, because: "changed_meanwhile" });
	expect(judged(SCAN, { holds: true })).toEqual({ ok: false, because: "not_by_people" });
});

test("an answer to what is asked in other words by now, or in another order, is none", () => {
	const answers = { answers: ["yes" as const, "yes" as const, "yes" as const] };
	const said = (spec: TestSpec, asked: string[]) =>
		judgeAnswers(spec, { outcome: spec.kind === "checklist" ? answers : { holds: true }, asked, note: "" });
	const changed = { ok: false, because: "changed_meanwhile" };
	expect(said(LIST, ["One?", "Two?", "Three?"])).toMatchObject({ result: "passed" });
	expect(said(LIST, ["One?", "Three?", "Two?"])).toEqual(changed);
	expect(said(LIST, ["One?", "Two?", "Four?"])).toEqual(changed);
	expect(said(PAPER, ["The plan"])).toMatchObject({ ok: true });
	expect(said(PAPER, ["The old plan"])).toEqual(changed);
	expect(said({ kind: "attestation", statement: "We do." }, ["We did."])).toEqual(changed);
});
