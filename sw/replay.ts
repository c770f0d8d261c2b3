import { SYNC_TAG } from "#contract/requests/worker.ts";
import type { Outbox } from "#src/requests/entry.ts";

/** Whether a sync event is for the outbox. There are others, such as from developer tools. */
export const isOutboxSync = (event: object): boolean => "tag" in event && event.tag === SYNC_TAG;

/** How long a sync event waits for entries that are due soon, in milliseconds. Browsers allow some minutes. */
const PATIENCE_MS = 30_000;

type ReplayDeps = { now(): number; after(ms: number, callback: () => void): () => void };

/**
 * Replays for a sync event. Rejects while entries still wait, which makes the browser fire the event again later. It waits for
 * entries that are due within half a minute, because the next event may be minutes away.
 */
export async function replayForSync(outbox: Pick<Outbox, "replay">, { now, after }: ReplayDeps): Promise<void> {
	const deadline = now() + PATIENCE_MS;
	for (let reconnected = true; ; reconnected = false) {
		const { left, nextAt } = await outbox.replay({ reconnected });
		if (left === 0 || nextAt === null) return;
		if (nextAt > deadline || now() >= deadline) throw new Error(`${left} entries still wait.`);
		// At least a second, because an entry that another tab is about to send is due but not available.
		const wait = Math.max(nextAt - now(), 1000);
		await new Promise<void>((resolve) => after(wait, resolve));
	}
}
