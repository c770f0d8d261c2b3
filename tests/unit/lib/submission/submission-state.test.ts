import { describe, expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { scanFormRules } from "#src/features/landing/scan-form/scan-form-rules.ts";
import {
	cleared,
	type Outcome,
	type Submission,
	type SubmissionEvent,
	transition as transitionOf,
} from "#src/lib/submission/submission-state.ts";
import type { KeptRequest } from "#src/requests/submit.ts";

const ID = "01990000-0000-7000-8000-000000000001" as EntryId;
const EMPTY = { target: "", email: "" };
const VALUES = { target: "example.com", email: "a@b.co" };
const emptyForm = cleared(EMPTY);
const transition = (state: Submission, event: SubmissionEvent) => transitionOf(scanFormRules, state, event);
const play = (events: SubmissionEvent[], from: Submission = emptyForm) => events.reduce(transition, from);
const type = (value: string): SubmissionEvent => ({ type: "edited", name: "target", value });
const write = (value: string): SubmissionEvent => ({ type: "edited", name: "email", value });
const keptOf = (saved: { saved: true } | { saved: false; why: string }): KeptRequest => ({
	id: ID,
	request: { kind: "combined-scan", body: VALUES, owner: "anonymous" },
	...saved,
});
const settled = (outcome: Outcome, kept: KeptRequest | null = null): SubmissionEvent => ({
	type: "settled",
	outcome,
	kept,
	empty: EMPTY,
});
const accepted = (unsaved: string | null = null): Outcome => ({ type: "accepted", id: ID, receipt: null, unsaved });
const refused: Outcome = { type: "refused", id: ID, error: { status: 400, code: null, message: "No." } };
const step2 = play([type("example.com"), { type: "advance" }, write("a@b.co")]);
const submitting = play([{ type: "submit" }], step2);
const waiting = play(
	[settled({ type: "waiting", id: ID, message: "Try later." }, keptOf({ saved: true }))],
	submitting,
);
const queued = play([settled({ type: "queued", id: ID })], submitting);

describe("step 1", () => {
	test.each(["", "   ", "\t"])(
		"does nothing on the blank target %j",
		{ meta: { acceptance: "S5.01, S5.04" } },
		(blank) => {
			const state = play([type(blank)]);
			expect(transition(state, { type: "advance" })).toBe(state);
		},
	);

	test("a target is trimmed, else left as it was typed, and leads to step 2", {
		meta: { acceptance: "S3.02-S3.04, S4.17" },
	}, () => {
		for (const target of ["https://example.com/a?b", "192.0.2.10", "2001:db8::1", "example.com"]) {
			expect(play([type(` ${target} `), { type: "advance" }])).toMatchObject({ page: 1, values: { target } });
		}
	});

	test("takes no email and no submission", () => {
		const state = play([type("example.com")]);
		expect(transition(state, write("a@b.co"))).toBe(state);
		expect(transition(state, { type: "submit" })).toBe(state);
	});
});

describe("step 2", () => {
	test("the target is not editable", { meta: { acceptance: "S4.18" } }, () => {
		expect(transition(step2, type("other.example"))).toBe(step2);
	});

	test("leads back to step 1 with the text kept", { meta: { acceptance: "B50" } }, () => {
		expect(play([{ type: "back" }], step2)).toMatchObject({ page: 0, values: VALUES });
	});

	test.each(["a@b.c", "x.y+z@s.example.org", " a@b.co "])(
		"accepts the email address %j",
		{ meta: { acceptance: "S5.02" } },
		(email) => {
			expect(play([write(email), { type: "submit" }], step2)).toMatchObject({ step: "submitting" });
		},
	);

	test.each(["a", "a@b", "@b.c", "a@.c", "a@b.", "", "a b@c.d", "a@@b.c", "a@b.c d"])(
		"refuses the email address %j",
		{ meta: { acceptance: "S5.02" } },
		(email) => {
			expect(play([write(email), { type: "submit" }], step2)).toMatchObject({ trouble: { type: "invalid" } });
		},
	);

	test("the target is checked again at step 2, as a guard", { meta: { acceptance: "A43" } }, () => {
		expect(scanFormRules.isValid({ target: "", email: "a@b.co" })).toBe(false);
	});

	test("a bad email shows a message and sends nothing; the next edit removes it", {
		meta: { acceptance: "S5.03, A43" },
	}, () => {
		const invalid = play([write("a@b"), { type: "submit" }], step2);
		expect(invalid).toMatchObject({ page: 1, trouble: { type: "invalid" } });
		expect(transition(invalid, write("a@b."))).toMatchObject({ page: 1, trouble: null });
	});

	test("while it is being submitted nothing can be changed, and nothing submitted again", {
		meta: { acceptance: "S4.22" },
	}, () => {
		expect(submitting.step).toBe("submitting");
		for (const event of [{ type: "submit" }, { type: "back" }, { type: "advance" }, type("x"), write("x")] as const) {
			expect(transition(submitting, event)).toBe(submitting);
		}
	});

	test("the values are submitted trimmed", () => {
		expect(play([write(" a@b.co "), { type: "submit" }], step2)).toMatchObject({
			step: "submitting",
			values: VALUES,
		});
	});
});

describe("a submission's end", () => {
	test("once accepted it is at step 1 with both inputs cleared and no notice", {
		meta: { acceptance: "S4.27, A44" },
	}, () => {
		expect(play([settled(accepted())], submitting)).toEqual(emptyForm);
	});

	test("accepted without having been saved: the notice says so", () => {
		const state = play([settled(accepted("Not saved."))], submitting);
		expect(state).toEqual({ ...emptyForm, notice: { type: "sent-unsaved", why: "Not saved." } });
	});

	test("queued: cleared, and the notice says so", () => {
		expect(queued).toEqual({ ...emptyForm, notice: { type: "queued", id: ID } });
		expect(transition(queued, type("n"))).toMatchObject({ notice: null });
	});

	test("once refused it stays at step 2 with its values, keeps nothing, and can be submitted again", {
		meta: { acceptance: "S4.29" },
	}, () => {
		const state = play([settled(refused)], submitting);
		expect(state).toMatchObject({ page: 1, values: VALUES, kept: null });
		expect(transition(state, { type: "submit" })).toMatchObject({ step: "submitting", kept: null });
	});

	test("refused after it had waited: nothing is kept either", () => {
		const again = play([{ type: "submit" }, settled(refused)], waiting);
		expect(again).toMatchObject({ page: 1, kept: null });
	});

	test("waiting: step 2 stays, and the request is remembered with its values through edits and a step back", () => {
		expect(waiting).toMatchObject({ page: 1, values: VALUES });
		const kept = { request: keptOf({ saved: true }), values: VALUES };
		const edited = play([{ type: "back" }, type("other.example"), { type: "advance" }, { type: "submit" }], waiting);
		expect(edited).toMatchObject({ step: "submitting", values: { target: "other.example" }, kept });
	});

	test("unsaved: remembered under its key, so that a retry repeats it", () => {
		const kept = keptOf({ saved: false, why: "No storage." });
		const state = play([settled({ type: "unsaved", id: ID, message: "x", why: "No storage." }, kept)], submitting);
		expect(state).toMatchObject({ page: 1, kept: { request: kept } });
	});

	test("comes only while submitting", () => {
		expect(transition(step2, settled({ type: "queued", id: ID }))).toBe(step2);
	});

	test("a success that no toast could show is shown in the form", () => {
		const state = play([settled(accepted()), { type: "unannounced" }], submitting);
		expect(state).toMatchObject({ notice: { type: "sent" } });
		expect(transition(step2, { type: "unannounced" })).toBe(step2);
	});
});

describe("a saved request is settled meanwhile", () => {
	const followed = (fate: (SubmissionEvent & { type: "followed" })["fate"], id = ID): SubmissionEvent => ({
		type: "followed",
		id,
		fate,
		empty: EMPTY,
	});
	const OTHER = "01990000-0000-7000-8000-000000000002" as EntryId;

	test("delivered, values untouched: the form turns to success", () => {
		expect(transition(waiting, followed({ fate: "delivered" }))).toEqual(emptyForm);
	});

	test("delivered while other values are being typed: they stay, and are a new request", () => {
		const editing = play([write("other@b.co")], waiting);
		expect(transition(editing, followed({ fate: "delivered" }))).toEqual({ ...editing, kept: null });
		const back = play([{ type: "back" }], waiting);
		expect(transition(back, followed({ fate: "delivered" }))).toEqual({ ...back, kept: null });
	});

	test("refused: shown like any refusal; with other values in the form the outbox shows it", () => {
		const fate = { fate: "refused", message: "No." } as const;
		expect(transition(waiting, followed(fate))).toMatchObject({
			kept: null,
			trouble: { type: "refused", error: { message: "No." } },
		});
		const editing = play([write("other@b.co")], waiting);
		expect(transition(editing, followed(fate))).toEqual({ ...editing, kept: null });
	});

	test("discarded elsewhere: it is not promised any more", () => {
		expect(transition(waiting, followed({ fate: "gone" }))).toMatchObject({ page: 1, kept: null, trouble: null });
		expect(transition(queued, followed({ fate: "gone" }))).toEqual(emptyForm);
	});

	test("queued, then delivered or refused: the notice changes", () => {
		expect(transition(queued, followed({ fate: "delivered" }))).toMatchObject({ notice: { type: "sent" } });
		expect(transition(queued, followed({ fate: "refused", message: "No." }))).toMatchObject({
			notice: { type: "refused-later", message: "No." },
		});
	});

	test("another entry's outcome, or one that comes during a submission, changes nothing", () => {
		expect(transition(waiting, followed({ fate: "delivered" }, OTHER))).toBe(waiting);
		expect(transition(queued, followed({ fate: "delivered" }, OTHER))).toBe(queued);
		const again = play([{ type: "submit" }], waiting);
		expect(transition(again, followed({ fate: "delivered" }))).toBe(again);
	});
});
