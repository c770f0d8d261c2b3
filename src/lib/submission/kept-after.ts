import type { NewEntry } from "#src/requests/entry.ts";
import type { KeptRequest, SubmitOutcome } from "#src/requests/submit.ts";

/** What remains of a request after this outcome: its entry in the outbox, or only its key in the form. */
export function keptAfter(outcome: SubmitOutcome, request: NewEntry): KeptRequest | null {
	switch (outcome.type) {
		case "held":
		case "waiting":
			return { id: outcome.id, request, saved: true };
		case "unsaved":
			return { id: outcome.id, request, saved: false, why: outcome.why };
		default:
			return null;
	}
}
