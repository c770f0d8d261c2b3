import type { EntryId } from "#contract/ids.ts";
import { type ClaimOptions, type Entry, transition, type Verdict } from "./entry.ts";
import { judge } from "./policy.ts";
import { send } from "./send.ts";
import type { Store } from "./store.ts";
import type { Change, World } from "./world.ts";

export const lockName = (id: EntryId) => `plumbline-outbox:${id}`;

type AttemptWorld = Pick<World, "fetch" | "after" | "now" | "random"> & { store: Store; tell(change: Change): void };

/** `made` is false when the entry was not to be had: not due, somebody else's, or gone. `entry` is as it is afterwards. */
export type AttemptResult = { made: boolean; entry: Entry | undefined; pauseUntil?: number };

/** Sends a claimed entry and says what became of it, without writing it. */
export async function sendClaimed(
	claimed: Entry,
	world: Pick<World, "fetch" | "after" | "now" | "random">,
): Promise<{ settle(entry: Entry): Entry; verdict: Verdict }> {
	const verdict = judge(await send(claimed, world), claimed, world);
	const event = { type: "answer", now: world.now(), attempt: claimed.attempts, verdict } as const;
	return { settle: (entry) => transition(entry, event), verdict };
}

/**
 * Claims one entry, sends it, settles it. Rejects with a StorageError when it could not be claimed: then nothing was sent.
 */
export async function attempt(id: EntryId, options: ClaimOptions, world: AttemptWorld): Promise<AttemptResult> {
	const { store, tell, now } = world;
	let moved = false;
	const claimed = await store.update(id, (entry) => {
		const next = transition(entry, { type: "claim", now: now(), ...options });
		moved = next !== entry;
		return next;
	});
	if (moved) tell({ id, what: "changed" });
	if (!moved || claimed?.status !== "sending") return { made: false, entry: claimed };

	const { settle, verdict } = await sendClaimed(claimed, world);
	const pauseUntil = verdict.outcome === "retry" ? verdict.pauseUntil : undefined;
	const pause = pauseUntil === undefined ? {} : { pauseUntil };
	try {
		if (pauseUntil !== undefined) await store.pause({ since: now(), until: pauseUntil });
		const entry = await store.update(id, settle);
		tell({ id, what: "changed" });
		return { made: true, entry, ...pause };
	} catch {
		// What the server said is known all the same. The record's lease runs out and the request is repeated under its key.
		return { made: true, entry: settle(claimed), ...pause };
	}
}
