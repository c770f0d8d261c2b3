import { EMAIL_PATTERN } from "#contract/email.ts";
import type { EntryId } from "#contract/ids.ts";
import type { Fate } from "#src/outbox/follow-entry.ts";

export type Values = { target: string; email: string };

/** A request made from these values that did not get through yet: in the outbox, or only its key in here, and why. */
export type Kept = Values & { id: EntryId } & ({ saved: true } | { saved: false; why: string });

/** How a submission ended. `id` is the entry's, null when it never got one. */
export type Outcome =
	/** Delivered. `unsaved` says why it could not be kept on the device first, null when it was. */
	| { type: "accepted"; id: EntryId; unsaved: string | null }
	/** The browser is offline: saved, and sent later. */
	| { type: "queued"; id: EntryId }
	/** Refused for good: the next submission is a new request. */
	| { type: "refused"; id: EntryId; message: string }
	/** No luck, but saved: it will be sent again. */
	| { type: "waiting"; id: EntryId; message: string }
	/** No luck, and not saved: `why` says why not. */
	| { type: "unsaved"; id: EntryId | null; message: string; why: string };

/** What stands below the form at step 1. */
export type Notice =
	| { type: "queued"; id: EntryId }
	| { type: "sent" }
	| { type: "sent-unsaved"; why: string }
	| { type: "refused-later"; message: string };

/** What stands below the form at step 2. */
export type Trouble = { type: "invalid" } | Extract<Outcome, { type: "refused" | "waiting" | "unsaved" }>;

export type FormState = Values & { kept: Kept | null } & (
		| { step: "target"; notice: Notice | null }
		| { step: "email"; trouble: Trouble | null }
		| { step: "submitting" }
	);

export type FormEvent =
	| { type: "target-edited"; target: string }
	| { type: "email-edited"; email: string }
	/** Scan, or Enter at step 1. */
	| { type: "advance" }
	| { type: "back" }
	/** Submit, or Enter at step 2. */
	| { type: "submit" }
	| { type: "settled"; outcome: Outcome }
	| { type: "followed"; id: EntryId; fate: Fate }
	/** The success could not be shown as a toast. */
	| { type: "toast-failed" };

export const emptyForm = { step: "target", target: "", email: "", kept: null, notice: null } satisfies FormState;

const trimmed = ({ target, email }: Values): Values => ({ target: target.trim(), email: email.trim() });

const sameValues = (a: Values, b: Values): boolean => a.target === b.target && a.email === b.email;

/** Spec section 5. */
export const isValid = ({ target, email }: Values): boolean => target.trim() !== "" && EMAIL_PATTERN.test(email.trim());

function settle(state: FormState & { step: "submitting" }, outcome: Outcome): FormState {
	const { target, email } = state;
	switch (outcome.type) {
		case "accepted":
			return { ...emptyForm, notice: outcome.unsaved === null ? null : { type: "sent-unsaved", why: outcome.unsaved } };
		case "queued":
			return { ...emptyForm, notice: { type: "queued", id: outcome.id } };
		case "refused":
			return { target, email, kept: null, step: "email", trouble: outcome };
		case "waiting":
			return { target, email, kept: { target, email, id: outcome.id, saved: true }, step: "email", trouble: outcome };
		case "unsaved": {
			const { id, why } = outcome;
			const kept: Kept | null = id === null ? null : { target, email, id, saved: false, why };
			return { target, email, kept, step: "email", trouble: outcome };
		}
	}
}

function follow(state: FormState, id: EntryId, fate: Fate): FormState {
	if (state.step === "target" && state.notice?.type === "queued" && state.notice.id === id) {
		if (fate.fate === "delivered") return { ...state, notice: { type: "sent" } };
		if (fate.fate === "refused") return { ...state, notice: { type: "refused-later", message: fate.message } };
		return { ...state, notice: null };
	}
	// While it is being submitted, the submission itself brings the outcome.
	if (state.step === "submitting" || state.kept?.id !== id) return state;
	// What somebody has typed since then is not taken away.
	const untouched = state.step === "email" && sameValues(trimmed(state), state.kept);
	if (state.step === "target") return { ...state, kept: null };
	if (fate.fate === "delivered" && untouched) return emptyForm;
	const trouble: Trouble | null =
		fate.fate === "refused" && untouched ? { type: "refused", id, message: fate.message } : null;
	return { ...state, kept: null, trouble };
}

/**
 * The life of the free-scan form (spec section 4, DESIGN "What the forms show"). An event that does not apply gives back the
 * very same state.
 *
 * ```
 *   target ──advance, not blank──► email ──submit, valid──► submitting
 *     ▲  ◄──────── back ────────────┘ ▲                        │
 *     │                               ├── refused, waiting, ───┤
 *     │                               │   unsaved              │
 *     └──── cleared ◄── accepted, queued ──────────────────────┘
 *           (also when what waits gets through meanwhile)
 * ```
 */
export function transition(state: FormState, event: FormEvent): FormState {
	switch (event.type) {
		case "target-edited":
			return state.step === "target" ? { ...state, target: event.target, notice: null } : state;
		case "email-edited":
			return state.step === "email" ? { ...state, email: event.email, trouble: null } : state;
		case "advance": {
			if (state.step !== "target" || state.target.trim() === "") return state;
			const { target, email, kept } = state;
			return { target: target.trim(), email, kept, step: "email", trouble: null };
		}
		case "back": {
			if (state.step !== "email") return state;
			const { target, email, kept } = state;
			return { target, email, kept, step: "target", notice: null };
		}
		case "submit":
			if (state.step !== "email") return state;
			if (!isValid(state)) return { ...state, trouble: { type: "invalid" } };
			return { ...trimmed(state), kept: state.kept, step: "submitting" };
		case "settled":
			return state.step === "submitting" ? settle(state, event.outcome) : state;
		case "followed":
			return follow(state, event.id, event.fate);
		case "toast-failed":
			return state.step === "target" && state.notice === null ? { ...state, notice: { type: "sent" } } : state;
	}
}
