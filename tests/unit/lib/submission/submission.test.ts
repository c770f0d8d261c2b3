import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { scanFormRules } from "#src/features/landing/scan-form/scan-form-rules.ts";
import { createSubmission, type SubmissionDeps, type Submitted } from "#src/lib/submission/submission.ts";
import { isSaved, type Outcome } from "#src/lib/submission/submission-state.ts";
import type { Fate } from "#src/requests/follow-entry.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";

const ID = "01990000-0000-7000-8000-000000000001" as EntryId;

const VALUES = { target: "example.com", email: "a@b.co" };
const accepted: Outcome = { type: "accepted", id: ID, receipt: null, unsaved: null };
const waiting: Outcome = { type: "waiting", id: ID, message: "Later." };
const refused: Outcome = { type: "refused", id: ID, error: { status: 400, code: null, message: "No." } };
const KEPT: KeptRequest = {
	id: ID,
	saved: true,
	request: { kind: "combined-scan", body: VALUES, owner: "anonymous" },
};

/** The free-scan form, with all its outside effects recorded. Answers when told to. */
function fakeForm({ toast = true } = {}) {
	const submitted: unknown[][] = [];
	const forgotten: EntryId[] = [];
	const followed = new Map<EntryId, (fate: Fate) => void>();
	const announced: Outcome["type"][] = [];
	let busy = 0;
	let answer: (submitted: Submitted) => void = () => {};
	let fail: (error: unknown) => void = () => {};
	const deps: SubmissionDeps = {
		known: () => ({}),
		submit(...args) {
			submitted.push(args);
			return new Promise((resolve, reject) => {
				answer = resolve;
				fail = reject;
			});
		},
		follow(id, listener) {
			followed.set(id, listener);
			return () => followed.delete(id);
		},
		forget: (id) => forgotten.push(id),
		async announce({ type }) {
			announced.push(type);
			if (!toast) throw new Error("The chunk did not come.");
		},
		markBusy() {
			busy += 1;
			return () => {
				busy -= 1;
			};
		},
	};
	const form = createSubmission(scanFormRules, deps);
	const launch = () => {
		form.dispatch({ type: "edited", name: "target", value: "example.com" });
		form.dispatch({ type: "advance" });
		form.dispatch({ type: "edited", name: "email", value: "a@b.co" });
		form.dispatch({ type: "submit" });
	};
	return {
		form,
		submitted,
		forgotten,
		followed,
		launch,
		announced,
		busy: () => busy,
		async answer(outcome: Outcome, kept: KeptRequest | null = outcome.type === "waiting" ? KEPT : null) {
			answer({ outcome, kept });
			await turns(3);
		},
		async fail(error: unknown) {
			fail(error);
			await turns(3);
		},
		async meet(fate: Fate) {
			followed.get(ID)?.(fate);
			await turns(1);
		},
	};
}

test("two submissions in one turn are one", { meta: { acceptance: "S4.22" } }, () => {
	const here = fakeForm();
	here.launch();
	here.form.dispatch({ type: "submit" });
	expect(here.submitted).toEqual([[VALUES, null]]);
});

test("an accepted submission leaves one toast, an empty form, and no entry on the list", {
	meta: { acceptance: "S4.23, S4.27" },
}, async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(accepted);
	expect(here.announced).toEqual(["accepted"]);
	expect(here.form.state()).toMatchObject({ step: "editing", page: 0, values: { target: "", email: "" } });
	expect(here.forgotten).toEqual([ID]);
});

test("only a success that could not be announced is shown in the form: a failure stays a failure", async () => {
	const here = fakeForm({ toast: false });
	here.launch();
	await here.fail(new Error("A part of this page could not be loaded."));
	here.form.dispatch({ type: "back" });
	await turns(3);
	expect(here.form.state()).toMatchObject({ step: "editing", page: 0 });
	expect(here.form.state()).not.toMatchObject({ notice: { type: "sent" } });
});

test("queued: never announced as a success, and the notice changes when it is sent", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "queued", id: ID });
	await here.meet({ fate: "delivered" });
	expect(here.announced).toEqual(["queued"]);
	expect(here.form.state()).toMatchObject({ notice: { type: "sent" } });
	expect(here.forgotten).toEqual([ID]);
});

test("waiting, and it gets through meanwhile: the form turns to success", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(waiting);
	expect(here.forgotten).toEqual([]);
	await here.meet({ fate: "delivered" });
	expect(here.announced).toEqual(["waiting", "accepted"]);
	expect(here.form.state()).toMatchObject({ step: "editing", page: 0, values: { target: "" } });
	expect(here.forgotten).toEqual([ID]);
});

test("what waits is not followed while it is being submitted again: the submission brings the outcome", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(waiting);
	expect(here.followed.size).toBe(1);
	here.form.dispatch({ type: "submit" });
	expect(here.followed.size).toBe(0);
});

test("refused meanwhile while other values are typed: the outbox keeps it, to show it", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(waiting);
	here.form.dispatch({ type: "edited", name: "email", value: "other@b.co" });
	await here.meet({ fate: "refused", message: "No." });
	expect(here.forgotten).toEqual([]);
});

test("refused at once is shown, and so need not be listed", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(refused);
	expect(here.forgotten).toEqual([ID]);
});

test("a refusal that comes after the form has left the screen stays in the outbox", async () => {
	const here = fakeForm();
	here.launch();
	here.form.leave();
	await here.answer(refused);
	expect(here.forgotten).toEqual([]);
});

test("a success is announced also when the form has been left", { meta: { acceptance: "B01" } }, async () => {
	const here = fakeForm();
	here.launch();
	here.form.leave();
	await here.answer(accepted);
	expect(here.announced).toEqual(["accepted"]);
	expect(here.busy()).toBe(0);
});

test("a success that no toast can show is shown in the form", async () => {
	const here = fakeForm({ toast: false });
	here.launch();
	await here.answer(accepted);
	expect(here.form.state()).toMatchObject({ notice: { type: "sent" } });
});

test("a submission that breaks shows its message and keeps the values", {
	meta: { acceptance: "S4.29, S8.06" },
}, async () => {
	const here = fakeForm();
	here.launch();
	await here.fail(new Error("A part of this page could not be loaded."));
	expect(here.form.state()).toMatchObject({
		page: 1,
		values: VALUES,
		trouble: { type: "failed", message: "A part of this page could not be loaded." },
	});
});

test("the page is marked busy from the first character until the form is empty again", async () => {
	const here = fakeForm();
	expect(here.busy()).toBe(0);
	here.form.dispatch({ type: "edited", name: "target", value: "e" });
	here.form.dispatch({ type: "edited", name: "target", value: "ex" });
	expect(here.busy()).toBe(1);
	here.form.dispatch({ type: "edited", name: "target", value: "" });
	expect(here.busy()).toBe(0);
	here.launch();
	expect(here.busy()).toBe(1);
	await here.answer(accepted);
	expect(here.busy()).toBe(0);
});

test("a submission that cannot be tried leaves the request before it as it was: the same one goes out again", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(waiting);
	here.form.dispatch({ type: "submit" });
	await here.fail(new Error("A part of this page could not be loaded."));
	here.form.dispatch({ type: "submit" });
	expect(here.submitted[2]).toEqual([VALUES, KEPT]);
	expect(isSaved(here.form.state())).toBe(true);
});

test("values that were changed and could not be submitted are not cleared when the request before them is sent", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer(waiting);
	here.form.dispatch({ type: "edited", name: "email", value: "other@b.co" });
	here.form.dispatch({ type: "submit" });
	await here.fail(new Error("A part of this page could not be loaded."));
	await here.meet({ fate: "delivered" });
	expect(here.form.state()).toMatchObject({ page: 1, kept: null, values: { email: "other@b.co" } });
});

test("a form that has left the screen follows nothing and holds no reload back, however its submission ends", async () => {
	const here = fakeForm();
	here.launch();
	here.form.leave();
	await here.answer(waiting);
	expect(here.followed.size).toBe(0);
	expect(here.busy()).toBe(0);
});
