import type { EntryId } from "#contract/ids.ts";
import type { Fate } from "#src/requests/follow-entry.ts";
import type { KeptRequest, SubmitOutcome } from "#src/requests/submit.ts";

/** What was typed or chosen, by the name of the field. */
export type Values = Readonly<Record<string, string>>;

/** What is specific to one form. */
export type FormRules = {
	/** The names of the fields that each page of the form asks for. */
	pages: readonly (readonly string[])[];
	/** Whether these values, trimmed, can be submitted. */
	isValid(values: Values): boolean;
	/** Whether the cleared form says what happens to its request. False: the screen around it does. */
	notices: boolean;
};

/** How a submission ended. `failed`: it could not even be tried, such as when a part of the page does not load. */
export type Outcome = SubmitOutcome | { type: "failed"; message: string };

/** Why the values are still in the form. */
export type Trouble = { type: "invalid" } | Exclude<Outcome, { type: "accepted" | "queued" }>;

/** What the cleared form says about its request. */
export type Notice =
	| { type: "queued"; id: EntryId }
	| { type: "sent" }
	| { type: "sent-unsaved"; why: string }
	| { type: "refused-later"; message: string };

export type Submission = {
	values: Values;
	/** The last request that has not gotten through yet, with the values it was made from. */
	kept: { request: KeptRequest; values: Values } | null;
} & ({ step: "editing"; page: number; trouble: Trouble | null; notice: Notice | null } | { step: "submitting" });

/** `empty`: the form's values before anything is typed. */
export type SubmissionEvent =
	| { type: "edited"; name: string; value: string }
	/** Goes to the next page. */
	| { type: "advance" }
	| { type: "back" }
	/** Submits from the last page. */
	| { type: "submit" }
	/** `kept`: what the outbox, or only this form, still holds of the request. */
	| { type: "settled"; outcome: Outcome; kept: KeptRequest | null; empty: Values }
	| { type: "followed"; id: EntryId; fate: Fate; empty: Values }
	/** Announcing a success outside the form failed. */
	| { type: "unannounced" };

export const trimmed = (values: Values): Values =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));

export const sameValues = (a: Values, b: Values): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The form's values before anything is typed, including already known ones. */
export const blankValues = ({ pages }: FormRules, known: Values): Values =>
	Object.fromEntries(pages.flat().map((name) => [name, known[name] ?? ""]));

export const cleared = (values: Values, notice: Notice | null = null): Submission => ({
	values,
	kept: null,
	step: "editing",
	page: 0,
	trouble: null,
	notice,
});

/** Whether a request is stored for exactly these values. */
export const isSaved = ({ values, kept }: Submission): boolean =>
	kept?.request.saved === true && sameValues(trimmed(values), kept.values);

function noticeOf(outcome: Extract<Outcome, { type: "accepted" | "queued" }>): Notice | null {
	if (outcome.type === "queued") return outcome;
	return outcome.unsaved === null ? null : { type: "sent-unsaved", why: outcome.unsaved };
}

function settle(rules: FormRules, state: Submission, event: SubmissionEvent & { type: "settled" }): Submission {
	const { outcome, kept, empty } = event;
	if (outcome.type === "accepted" || outcome.type === "queued") {
		return cleared(empty, rules.notices ? noticeOf(outcome) : null);
	}
	const { values } = state;
	return {
		values,
		// A submission that was not even tried changes nothing about the request before it.
		kept: outcome.type === "failed" ? state.kept : kept && { request: kept, values },
		step: "editing",
		page: rules.pages.length - 1,
		trouble: outcome,
		notice: null,
	};
}

function follow(rules: FormRules, state: Submission, event: SubmissionEvent & { type: "followed" }): Submission {
	const { id, fate, empty } = event;
	// While it is being submitted, the submission itself brings the outcome.
	if (state.step !== "editing") return state;
	if (state.notice?.type === "queued" && state.notice.id === id) {
		if (fate.fate === "delivered") return { ...state, notice: { type: "sent" } };
		if (fate.fate === "refused") return { ...state, notice: { type: "refused-later", message: fate.message } };
		return { ...state, notice: null };
	}
	if (state.kept?.request.id !== id) return state;
	// Anything typed since then stays.
	const untouched = state.page === rules.pages.length - 1 && sameValues(trimmed(state.values), state.kept.values);
	if (fate.fate === "delivered" && untouched) return cleared(empty);
	const trouble: Trouble | null =
		fate.fate === "refused" && untouched
			? { type: "refused", id, error: { status: null, code: null, message: fate.message } }
			: null;
	return { ...state, kept: null, trouble };
}

/**
 * The states of a form whose request goes through the outbox (specification, section 4). An event that does not apply returns
 * the same state object.
 *
 * ```
 *   first page ──advance──► … last page ──submit, valid──► submitting
 *     ▲  ◄─────── back ────────┘  ▲                           │
 *     │                           ├── refused, held, waiting, ┤
 *     │                           │   unsaved, failed         │
 *     └──── cleared ◄── accepted, queued ─────────────────────┘
 *           (also when a kept request gets through meanwhile)
 * ```
 */
export function transition(rules: FormRules, state: Submission, event: SubmissionEvent): Submission {
	if (event.type === "followed") return follow(rules, state, event);
	if (event.type === "settled") return state.step === "submitting" ? settle(rules, state, event) : state;
	if (state.step !== "editing") return state;
	const { values, page } = state;
	const last = page === rules.pages.length - 1;
	switch (event.type) {
		case "edited":
			if (!rules.pages[page]?.includes(event.name)) return state;
			return { ...state, values: { ...values, [event.name]: event.value }, trouble: null, notice: null };
		case "advance":
			if (last || rules.pages[page]?.some((name) => !values[name]?.trim())) return state;
			return { ...state, values: trimmed(values), page: page + 1, notice: null };
		case "back":
			return page === 0 ? state : { ...state, page: page - 1, trouble: null };
		case "submit":
			if (!last) return state;
			if (!rules.isValid(trimmed(values))) return { ...state, trouble: { type: "invalid" } };
			return { values: trimmed(values), kept: state.kept, step: "submitting" };
		case "unannounced":
			return rules.notices && page === 0 && state.notice === null ? { ...state, notice: { type: "sent" } } : state;
	}
}
