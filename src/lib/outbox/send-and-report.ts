import type { NewEntry } from "#src/outbox/record.ts";
import { type KeptRequest, type SubmitDeps, type SubmitOutcome, submitRequest } from "#src/outbox/submit.ts";

export type Sent = {
	outcome: SubmitOutcome;
	/** What the same request once more goes on with. */
	kept: KeptRequest | null;
};

/**
 * Sends something through the outbox for a screen that tells its outcome at once: what was taken or refused need not be
 * listed any more. Sent once more because it was not saved, it goes under the same key.
 */
export async function sendAndReport(request: NewEntry, kept: KeptRequest | null, deps: SubmitDeps): Promise<Sent> {
	const outcome = await submitRequest(request, kept, deps);
	if (outcome.type === "accepted" || outcome.type === "refused") {
		await deps.outbox.discard(outcome.id).catch(() => undefined);
	}
	if (outcome.type !== "unsaved") return { outcome, kept: null };
	return { outcome, kept: { id: outcome.id, request, saved: false, why: outcome.why } };
}
