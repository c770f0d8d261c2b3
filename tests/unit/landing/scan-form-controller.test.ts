import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { createScanForm, type FormWorld } from "#src/features/landing/scan-form-controller.ts";
import type { Outcome } from "#src/features/landing/scan-form-state.ts";
import type { Fate } from "#src/outbox/follow-entry.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";

const ID = "01990000-0000-7000-8000-000000000001" as EntryId;

/** A form whose world is written down, and answers when it is told to. */
function fakeForm({ toast = true } = {}) {
	const submitted: unknown[][] = [];
	const forgotten: EntryId[] = [];
	const followed = new Map<EntryId, (fate: Fate) => void>();
	let announced = 0;
	let busy = 0;
	let answer: (outcome: Outcome) => void = () => {};
	let fail: (error: unknown) => void = () => {};
	const world: FormWorld = {
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
		async announce() {
			announced += 1;
			if (!toast) throw new Error("The chunk did not come.");
		},
		markBusy() {
			busy += 1;
			return () => {
				busy -= 1;
			};
		},
	};
	const form = createScanForm(world);
	const launch = () => {
		form.dispatch({ type: "target-edited", target: "example.com" });
		form.dispatch({ type: "advance" });
		form.dispatch({ type: "email-edited", email: "a@b.co" });
		form.dispatch({ type: "submit" });
	};
	return {
		form,
		submitted,
		forgotten,
		followed,
		launch,
		announced: () => announced,
		busy: () => busy,
		async answer(outcome: Outcome) {
			answer(outcome);
			await turns(1);
		},
		async fail(error: unknown) {
			fail(error);
			await turns(1);
		},
		async meet(fate: Fate) {
			followed.get(ID)?.(fate);
			await turns(1);
		},
	};
}

test("S4.22 two submissions in one turn are one", () => {
	const here = fakeForm();
	here.launch();
	here.form.dispatch({ type: "submit" });
	expect(here.submitted).toEqual([[{ target: "example.com", email: "a@b.co" }, null]]);
});

test("S4.23 S4.27 accepted: one toast, an empty form, and the entry need not be listed", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "accepted", id: ID, unsaved: null });
	expect(here.announced()).toBe(1);
	expect(here.form.state()).toMatchObject({ step: "target", target: "", email: "" });
	expect(here.forgotten).toEqual([ID]);
});

test("queued: no success toast, ever, and the words follow when it goes out", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "queued", id: ID });
	await here.meet({ fate: "delivered" });
	expect(here.announced()).toBe(0);
	expect(here.form.state()).toMatchObject({ notice: { type: "sent" } });
	expect(here.forgotten).toEqual([ID]);
});

test("waiting, and it gets through meanwhile: the form turns to success", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "waiting", id: ID, message: "Later." });
	expect(here.forgotten).toEqual([]);
	await here.meet({ fate: "delivered" });
	expect(here.announced()).toBe(1);
	expect(here.form.state()).toMatchObject({ step: "target", target: "" });
	expect(here.forgotten).toEqual([ID]);
});

test("what waits is not followed while it is being submitted again: the submission brings the outcome", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "waiting", id: ID, message: "Later." });
	expect(here.followed.size).toBe(1);
	here.form.dispatch({ type: "submit" });
	expect(here.followed.size).toBe(0);
});

test("refused meanwhile under other values: the outbox keeps it, to tell it", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "waiting", id: ID, message: "Later." });
	here.form.dispatch({ type: "email-edited", email: "other@b.co" });
	await here.meet({ fate: "refused", message: "No." });
	expect(here.forgotten).toEqual([]);
});

test("refused at once is shown, and so need not be listed", async () => {
	const here = fakeForm();
	here.launch();
	await here.answer({ type: "refused", id: ID, message: "No." });
	expect(here.forgotten).toEqual([ID]);
});

test("a refusal that comes when nobody looks at the form any more stays in the outbox", async () => {
	const here = fakeForm();
	here.launch();
	here.form.leave();
	await here.answer({ type: "refused", id: ID, message: "No." });
	expect(here.forgotten).toEqual([]);
});

test("B01 a success is announced also when the form has been left", async () => {
	const here = fakeForm();
	here.launch();
	here.form.leave();
	await here.answer({ type: "accepted", id: ID, unsaved: null });
	expect(here.announced()).toBe(1);
	expect(here.busy()).toBe(0);
});

test("a toast that cannot be shown is said in the form", async () => {
	const here = fakeForm({ toast: false });
	here.launch();
	await here.answer({ type: "accepted", id: ID, unsaved: null });
	expect(here.form.state()).toMatchObject({ notice: { type: "sent" } });
});

test("S8.06 S4.29 a submission that breaks shows its words and keeps the values", async () => {
	const here = fakeForm();
	here.launch();
	await here.fail(new Error("A part of this page could not be loaded."));
	expect(here.form.state()).toMatchObject({
		step: "email",
		target: "example.com",
		trouble: { type: "unsaved", message: "A part of this page could not be loaded." },
	});
});

test("the page is marked busy from the first letter until the form is empty again", async () => {
	const here = fakeForm();
	expect(here.busy()).toBe(0);
	here.form.dispatch({ type: "target-edited", target: "e" });
	here.form.dispatch({ type: "target-edited", target: "ex" });
	expect(here.busy()).toBe(1);
	here.form.dispatch({ type: "target-edited", target: "" });
	expect(here.busy()).toBe(0);
	here.launch();
	expect(here.busy()).toBe(1);
	await here.answer({ type: "accepted", id: ID, unsaved: null });
	expect(here.busy()).toBe(0);
});
