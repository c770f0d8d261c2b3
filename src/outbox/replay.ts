import type { EntryId } from "#contract/ids.ts";
import { type AttemptResult, attempt, lockName } from "./attempt.ts";
import { type ClaimOptions, dueAt, type Entry } from "./entry.ts";
import type { Store } from "./store.ts";
import type { Change, World } from "./world.ts";

/** How many requests are under way at once. Browsers open six connections to a host over HTTP/1.1. */
const WIDTH = 6;

export type ReplayResult = {
	/** Delivered in this pass. */
	sent: number;
	/** Entries that still wait for their turn; held ones wait for a person and do not count. */
	left: number;
	/** When the next of them may go out, in milliseconds since 1970; null when none waits. */
	nextAt: number | null;
};

export type ReplayOptions = Pick<ClaimOptions, "reconnected">;

type ReplayWorld = World & { store: Store; tell(change: Change): void };

/** One attempt on an entry that nobody else is sending; undefined when somebody is. */
async function attemptIfFree(
	id: EntryId,
	options: ClaimOptions,
	world: ReplayWorld,
): Promise<AttemptResult | undefined> {
	if (!world.locks) return attempt(id, options, world);
	return world.locks.request(lockName(id), { ifAvailable: true }, async (lock) =>
		lock ? attempt(id, { ...options, locked: true }, world) : undefined,
	);
}

/** Which entries a pass looks at. Where there are locks, one marked as sending may turn out to be abandoned. */
function isCandidate(entry: Entry, now: number, { locks, reconnected }: { locks: boolean } & ReplayOptions): boolean {
	if (entry.status === "sending" && locks) return true;
	if (entry.status === "queued" && reconnected && entry.lastError?.status === null) return true;
	const due = dueAt(entry, now);
	return due !== null && due <= now;
}

/** One pass: sends what is due, oldest first, several at once. Each entry is tried once at most, and none waits for another's trouble. */
export async function replayOnce(options: ReplayOptions, world: ReplayWorld): Promise<ReplayResult> {
	const { store, now } = world;
	let sent = 0;
	let pausedUntil = await store.pausedUntil(now());
	const due = (await store.list()).filter((entry) =>
		isCandidate(entry, now(), { locks: world.locks !== undefined, ...options }),
	);
	const queue = due.values();
	let broken: unknown;

	async function worker() {
		// One iterator for all workers: each entry is taken by one of them.
		for (const { id } of queue) {
			if (pausedUntil > now()) return;
			try {
				const result = await attemptIfFree(id, options, world);
				if (result?.made && result.entry?.status === "accepted") sent++;
				pausedUntil = Math.max(pausedUntil, result?.pauseUntil ?? 0);
			} catch (error) {
				broken = error;
			}
		}
	}
	await Promise.all(Array.from({ length: WIDTH }, worker));
	if (broken !== undefined) throw broken;

	const times = (await store.list()).flatMap((entry) => dueAt(entry, now()) ?? []);
	const first = times.length === 0 ? null : Math.min(...times);
	return { sent, left: times.length, nextAt: first === null ? null : Math.max(first, pausedUntil) };
}
