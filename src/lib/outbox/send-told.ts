import type { NewEntry } from "#src/outbox/record.ts";
import { type KeptRequest, type SubmitOutcome, type SubmitWorld, submitRequest } from "#src/outbox/submit.ts";

export type Sent = {
	outcome: SubmitOutcome;
	/** What the same request once more goes on with. */
	kept: KeptRequest | null;
};

/**
 * Sends something through the outbox for a screen that tells its outcome at once: what was taken or refused need not be
 * listed any more. Sent once more because it was not saved, it goes under the same key.
 */
export async function sendTold(request: NewEntry, kept: KeptRequest | null, world: SubmitWorld): Promise<Sent> {
	const outcome = await submitRequest(request, kept, world);
	if (outcome.type === "accepted" || outcome.type === "refused") {
		await world.outbox.discard(outcome.id).catch(() => undefined);
	}
	if (outcome.type !== "unsaved") return { outcome, kept: null };
	return { outcome, kept: { id: outcome.id, request, saved: false, why: outcome.why } };
}
