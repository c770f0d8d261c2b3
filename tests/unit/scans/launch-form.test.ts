import { expect, test } from "vitest";
import type { EntryId } from "#contract/ids.ts";
import { fillEmail, requestOf, rulesOf } from "#src/features/scans/launch/launch-forms.ts";
import { noteOf } from "#src/features/scans/launch/launch-labels.ts";
import { requestsText, troubleText } from "#src/features/scans/launch/launch-text.ts";
import { createSubmission, type SubmissionDeps, type Submitted } from "#src/lib/submission/submission.ts";
import { cleared, type Outcome } from "#src/lib/submission/submission-state.ts";
import type { Fate } from "#src/requests/follow-entry.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";

const ID = "01990000-0000-7000-8000-000000000001" as EntryId;
const accepted: Outcome = { type: "accepted", id: ID, receipt: null, unsaved: null };
const waiting: Outcome = { type: "waiting", id: ID, message: "Busy." };
const refused = (message: string): Outcome => ({
	type: "refused",
	id: ID,
	error: { status: 400, code: "invalid_target", message },
});

/** A form with all its outside effects recorded. Answers when told to. */
function fakeForm(kind: "wapiti" | "zap" = "wapiti") {
	const submitted: { body: unknown; kept: KeptRequest | null }[] = [];
	const announced: Outcome["type"][] = [];
	const forgotten: EntryId[] = [];
	const followers = new Map<EntryId, (fate: Fate) => void>();
	let busy = 0;
	let answer: (submitted: Submitted) => void = () => {};
	let fail: (error: unknown) => void = () => {};
	const deps: SubmissionDeps = {
		known: () => ({ email: "ada@example.org" }),
		submit(values, kept) {
			submitted.push({ body: requestOf(kind, values).body, kept });
			return new Promise((resolve, reject) => {
				answer = resolve;
				fail = reject;
			});
		},
		follow(id, listener) {
			followers.set(id, listener);
			return () => followers.delete(id);
		},
		forget: (id) => forgotten.push(id),
		announce: async ({ type }) => announced.push(type),
		markBusy() {
			busy += 1;
			return () => {
				busy -= 1;
			};
		},
	};
	const form = createSubmission(rulesOf(kind), deps);
	return {
		form,
		submitted,
		announced,
		forgotten,
		busy: () => busy,
		type: (name: string, value: string) => form.dispatch({ type: "edited", name, value }),
		submit: () => form.dispatch({ type: "submit" }),
		async answer(outcome: Outcome, kept: KeptRequest | null = null) {
			answer({ outcome, kept });
			await turns(3);
		},
		async fail(error: unknown) {
			fail(error);
			await turns(3);
		},
		async meet(fate: Fate) {
			followers.get(ID)?.(fate);
			await turns(3);
		},
	};
}

const KEPT: KeptRequest = {
	id: ID,
	saved: true,
	request: { kind: "wapiti-scan", body: { target: "https://example.com" }, owner: "anonymous" },
};

test("what was left empty is not sent, and the rest is trimmed", { meta: { acceptance: "S5.45" } }, () => {
	expect(requestOf("wapiti", { target: " https://example.com ", scope: "", modules: "  ", user_agent: "" })).toEqual({
		kind: "wapiti",
		body: { target: "https://example.com" },
	});
	expect(requestOf("wapiti", { target: "a", scope: "folder", modules: "sql, xss", user_agent: "x" }).body).toEqual({
		target: "a",
		scope: "folder",
		modules: "sql, xss",
		user_agent: "x",
	});
});

test("the client and the note are no part of the request, and the note is left out when empty", () => {
	const values = { host: "a.example", client: "id", note: " Corrected " };
	expect(requestOf("nmap", values).body).toEqual({ host: "a.example" });
	expect(noteOf(values)).toEqual({ note: "Corrected" });
	expect(noteOf({ host: "a.example" })).toEqual({});
});

test("two submissions in one turn are one, and once accepted the form is empty and the page released", {
	meta: { acceptance: "S4.66" },
}, async () => {
	const here = fakeForm();
	here.type("target", "https://example.com");
	expect(here.busy()).toBe(1);
	here.submit();
	here.submit();
	expect(here.form.state().step).toBe("submitting");
	await here.answer(accepted);
	expect(here.submitted).toEqual([{ body: { target: "https://example.com" }, kept: null }]);
	expect(here.form.state()).toMatchObject({ step: "editing", trouble: null, values: { target: "" } });
	expect([here.announced, here.forgotten, here.busy()]).toEqual([["accepted"], [ID], 0]);
});

test("a refused submission keeps its values, its entry goes, and the next one is a new request", {
	meta: { acceptance: "S4.68" },
}, async () => {
	const here = fakeForm();
	here.type("target", "nonsense");
	here.submit();
	await here.answer(refused("X"));
	expect(here.form.state()).toMatchObject({ step: "editing", values: { target: "nonsense" }, trouble: refused("X") });
	expect(here.forgotten).toEqual([ID]);
	here.submit();
	expect(here.submitted[1]?.kept).toBeNull();
});

test("waiting: the same values are the same request again, and it may get through meanwhile", async () => {
	const here = fakeForm();
	here.type("target", "https://example.com");
	here.submit();
	await here.answer(waiting, KEPT);
	here.submit();
	expect(here.submitted[1]?.kept).toEqual(KEPT);
	await here.answer(waiting, KEPT);
	await here.meet({ fate: "delivered" });
	expect(here.form.state()).toMatchObject({ step: "editing", kept: null, values: { target: "" } });
	expect(here.announced).toEqual(["waiting", "waiting", "accepted"]);
});

test("what was typed since is not taken away by what gets through meanwhile", async () => {
	const here = fakeForm();
	here.type("target", "https://example.com");
	here.submit();
	await here.answer(waiting, KEPT);
	here.type("target", "https://example.org");
	await here.meet({ fate: "delivered" });
	expect(here.form.state()).toMatchObject({ kept: null, values: { target: "https://example.org" } });
});

test("a submission that cannot even be tried keeps the values and says why", async () => {
	const here = fakeForm();
	here.type("target", "https://example.com");
	here.submit();
	await here.fail(new Error("A part of this page could not be loaded."));
	expect(here.form.state()).toMatchObject({ trouble: { type: "failed" }, values: { target: "https://example.com" } });
});

test("the account's address is filled in and alone does not make the form busy", {
	meta: { acceptance: "S3.75" },
}, () => {
	const here = fakeForm("zap");
	expect(here.form.state().values).toEqual({ url: "", email: "", client: "", note: "" });
	fillEmail(here.form, "ada@example.org");
	expect(here.form.state().values).toMatchObject({ url: "", email: "ada@example.org" });
	here.type("url", "x");
	here.type("url", "");
	expect(here.busy()).toBe(0);
});

test("a form whose required fields are blank is not submitted", () => {
	const here = fakeForm();
	here.type("scope", "folder");
	here.submit();
	expect(here.submitted).toEqual([]);
	expect(here.form.state()).toMatchObject({ step: "editing", trouble: { type: "invalid" } });
});

test("a refusal shows the server's own sentence, or else the fallback", {
	meta: { acceptance: "S8.13, S8.14, S8.17" },
}, () => {
	const empty = cleared({ target: "" });
	expect(troubleText({ type: "refused", id: ID, error: { status: 400, code: null, message: "X" } }, empty).error).toBe(
		"X",
	);
	expect(troubleText({ type: "refused", id: ID, error: { status: 400, code: null, message: "" } }, empty).error).toBe(
		"Something went wrong",
	);
	expect(troubleText({ type: "failed", message: "" }, empty).error).toBe("Something went wrong");
	const held = { type: "held", id: ID, reason: "sign-in", error: null } as const;
	expect(troubleText(held, empty)).toMatchObject({ error: "You are not signed in.", remedy: "sign-in" });
});

test("a form says beforehand how long the scan takes and how much it sends", () => {
	expect(requestsText({ perSecond: 5, most: 4_500 })).toBe(
		"It takes up to 15 minutes, and sends at most 5 requests a second, 4,500 in all.",
	);
});
