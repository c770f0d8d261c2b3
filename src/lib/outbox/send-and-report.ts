import type { NewEntry } from "#src/requests/entry.ts";
import { type KeptRequest, type SubmitDeps, type SubmitOutcome, submitRequest } from "#src/requests/submit.ts";

export type Sent = {
	outcome: SubmitOutcome;
	/** To pass in when the user submits the same request again. */
	kept: KeptRequest | null;
};

/**
 * Sends a request through the outbox for a screen that reports the outcome right away, so an accepted or refused entry leaves the outbox. A
 * request that could not be saved keeps its key for the next try.
 */
export async function sendAndReport(request: NewEntry, kept: KeptRequest | null, deps: SubmitDeps): Promise<Sent> {
	const outcome = await submitRequest(request, kept, deps);
	if (outcome.type === "accepted" || outcome.type === "refused") {
		await deps.outbox.discard(outcome.id).catch(() => undefined);
	}
	if (outcome.type !== "unsaved") return { outcome, kept: null };
	return { outcome, kept: { id: outcome.id, request, saved: false, why: outcome.why } };
}
