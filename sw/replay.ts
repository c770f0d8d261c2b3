import { SYNC_TAG } from "#contract/worker.ts";
import type { Outbox } from "#src/outbox/outbox.ts";

/** Whether a sync event is the outbox's; there are others, from developer tools for instance. */
export const isOutboxSync = (event: object): boolean => "tag" in event && event.tag === SYNC_TAG;

/** How long a sync event is stretched to wait for what is due soon, in milliseconds. Browsers allow some minutes. */
const PATIENCE_MS = 30_000;

type ReplayDeps = { now(): number; after(ms: number, callback: () => void): () => void };

/**
 * Replays for a sync event. Rejects while entries still wait, which makes the browser fire the event again later; what is
 * due within half a minute is waited for instead, as the next event may be minutes away.
 */
export async function replayForSync(outbox: Pick<Outbox, "replay">, { now, after }: ReplayDeps): Promise<void> {
	const deadline = now() + PATIENCE_MS;
	for (let reconnected = true; ; reconnected = false) {
		const { left, nextAt } = await outbox.replay({ reconnected });
		if (left === 0 || nextAt === null) return;
		if (nextAt > deadline || now() >= deadline) throw new Error(`${left} entries still wait.`);
		// At least a second: an entry another tab is about to send is due, but not to be had.
		const wait = Math.max(nextAt - now(), 1000);
		await new Promise<void>((resolve) => after(wait, resolve));
	}
}
