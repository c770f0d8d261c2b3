import type { Fate } from "#src/outbox/follow-entry.ts";
import type { KeptRequest, SubmitOutcome } from "#src/outbox/submit.ts";
import { trimmed, type Values } from "./launch-forms.ts";

/** A submission could not even be tried, such as when a part of the page does not load. */
export type Outcome = SubmitOutcome | { type: "failed"; message: string };

/** An outcome that leaves the form as it is, for a person to do something about. */
export type Trouble = Exclude<Outcome, { type: "accepted" | "queued" }>;

export type LaunchState = {
	values: Values;
	/** What the form was submitted with and is not through yet. */
	kept: { request: KeptRequest; values: Values } | null;
} & ({ step: "editing"; trouble: Trouble | null } | { step: "submitting" });

export type LaunchEvent =
	| { type: "edited"; name: string; value: string }
	| { type: "submit" }
	/** `kept` is what the outbox, or only this form, holds of it after that; `empty` the form's values before anybody typed. */
	| { type: "settled"; outcome: Outcome; kept: KeptRequest | null; empty: Values }
	| { type: "followed"; fate: Fate; empty: Values };

export const emptyLaunch = (values: Values): LaunchState => ({ values, kept: null, step: "editing", trouble: null });

/** Whether nothing was changed since what is kept was submitted. */
export const isUntouched = ({ values, kept }: LaunchState): boolean =>
	kept !== null && JSON.stringify(trimmed(values)) === JSON.stringify(kept.values);

/** Whether there is nothing left for a person to do about it: the dialog closes. */
export const isDone = (outcome: Outcome): outcome is Exclude<Outcome, Trouble> =>
	outcome.type === "accepted" || outcome.type === "queued";

/**
 * The life of an in-app scan form (specification, section 4). An event that does not apply gives back the very same state.
 *
 * ```
 *   editing ──submit──► submitting ──accepted, queued──► editing, empty (the dialog closes)
 *      ▲                    │
 *      └── refused, held, waiting, unsaved, failed: values stay ──┘
 * ```
 */
export function transition(state: LaunchState, event: LaunchEvent): LaunchState {
	switch (event.type) {
		case "edited":
			if (state.step !== "editing" || state.values[event.name] === undefined) return state;
			return { ...state, values: { ...state.values, [event.name]: event.value }, trouble: null };
		case "submit":
			if (state.step !== "editing") return state;
			return { values: trimmed(state.values), kept: state.kept, step: "submitting" };
		case "settled": {
			if (state.step !== "submitting") return state;
			const { outcome, kept, empty } = event;
			if (isDone(outcome)) return emptyLaunch(empty);
			const { values } = state;
			return { values, kept: kept && { request: kept, values }, step: "editing", trouble: outcome };
		}
		case "followed": {
			// While it is being submitted, the submission itself brings the outcome.
			if (state.step !== "editing" || !state.kept) return state;
			// What somebody has typed since then is not taken away.
			if (event.fate.fate === "delivered" && isUntouched(state)) return emptyLaunch(event.empty);
			const refused = event.fate.fate === "refused" && isUntouched(state) ? event.fate : null;
			const error = { status: null, code: null, message: refused?.message ?? "" };
			const trouble: Trouble | null = refused && { type: "refused", id: state.kept.request.id, error };
			return { ...state, kept: null, trouble };
		}
	}
}
