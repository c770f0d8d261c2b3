import type { EntryId } from "#contract/ids.ts";
import { answerEvent, attempt } from "./attempt.ts";
import { createBatches } from "./batches.ts";
import { type Entry, leaseHolds, transition } from "./entry.ts";
import { createEntryIds } from "./entry-id.ts";
import { lockName } from "./locks.ts";
import { createEntry, type NewEntry } from "./record.ts";
import { type ReplayOptions, type ReplayResult, replayOnce } from "./replay.ts";
import { send } from "./send.ts";
import { createStore } from "./store.ts";
import { createUpkeep } from "./upkeep.ts";
import type { Change, World } from "./world.ts";

const POLL_MS = 1000;

export type Outbox = ReturnType<typeof createOutbox>;

/** The outbox of one context (a tab or the worker) in the given world. What each call does and may reject with is in README.md. */
export function createOutbox(platform: World) {
	const store = createStore(platform.indexedDB);
	const listeners = new Set<(change: Change) => void>();
	const hear = (change: Change) => {
		for (const listener of listeners) listener(change);
	};
	platform.channel?.listen((change) => {
		if (change.id !== null) store.forgetUnwritten(change.id);
		hear(change);
	});
	const tell = (change: Change) => {
		platform.channel?.post(change);
		hear(change);
	};
	const batches = createBatches({ ...platform, store });
	const world = { ...platform, store, tell, batches };
	const { now, locks } = platform;
	const nextId = createEntryIds(platform);

	/** Resolves when the entry has changed, here or elsewhere; at the latest after a second, for where there is no channel. */
	const changed = (id: EntryId) =>
		new Promise<void>((resolve) => {
			const done = () => {
				cancel();
				listeners.delete(listener);
				resolve();
			};
			const listener = (change: Change) => {
				if (change.id === id) done();
			};
			const cancel = world.after(POLL_MS, done);
			listeners.add(listener);
		});

	/** One attempt because a person asked for it: a request of its own. */
	async function attemptByHand(id: EntryId, locked: boolean): Promise<{ made: boolean; entry: Entry | undefined }> {
		const { claimed, entries } = await attempt([id], { byHand: true, locked }, batches.send, world);
		return { made: claimed.has(id), entry: entries[0] };
	}

	let running: Promise<ReplayResult> | undefined;
	let following: { options: ReplayOptions; pass: Promise<ReplayResult> } | undefined;

	function startReplay(options: ReplayOptions): Promise<ReplayResult> {
		running = replayOnce(options, world).finally(() => {
			running = undefined;
		});
		return running;
	}

	async function remove(id: EntryId, test: (entry: Entry) => boolean): Promise<Entry | undefined> {
		const [found] = await store.removeIf([id], test);
		if (found && test(found)) tell({ id, what: "removed" });
		return found;
	}

	return {
		...createUpkeep({ store, tell, now, nextId }),

		async enqueue(request: NewEntry): Promise<Entry> {
			const entry = createEntry(request, nextId(), now());
			await store.addAll([entry]);
			tell({ id: entry.id, what: "added" });
			return entry;
		},

		async enqueueAll(requests: readonly NewEntry[]): Promise<Entry[]> {
			const entries = requests.map((request) => createEntry(request, nextId(), now()));
			await store.addAll(entries);
			if (entries.length > 0) tell({ id: null, what: "added" });
			return entries;
		},

		async sendNow(id: EntryId): Promise<Entry | undefined> {
			if (locks) {
				const before = await store.get(id);
				// Not `ifAvailable`: whoever holds the lock is sending this entry, and its outcome is what was asked for.
				return locks.request(lockName(id), async () => {
					const entry = await store.get(id);
					const attemptedMeanwhile = entry && before && entry.attempts > before.attempts && entry.status !== "sending";
					const settledMeanwhile = before?.status === "sending" && entry?.status !== "sending";
					if (attemptedMeanwhile || settledMeanwhile) return entry;
					return (await attemptByHand(id, true)).entry;
				});
			}
			let waited = false;
			for (;;) {
				const entry = await store.get(id);
				if (!entry || !leaseHolds(entry, now())) {
					if (waited && entry?.status !== "sending") return entry;
					const result = await attemptByHand(id, false);
					// Between our look and our claim somebody else may have claimed it.
					if (result.made || result.entry?.status !== "sending") return result.entry;
					continue;
				}
				waited = true;
				await changed(id);
			}
		},

		async sendUnsaved(request: NewEntry, id: EntryId = nextId()): Promise<Entry> {
			const fresh = createEntry(request, id, now());
			const claimed = transition(fresh, { type: "claim", now: now(), byHand: true });
			return transition(claimed, answerEvent(await send(claimed, world), claimed, world));
		},

		async replay(options: ReplayOptions = {}): Promise<ReplayResult> {
			if (!running) return startReplay(options);
			// What was enqueued since the running pass began may not be in it: one more covers everyone who asks meanwhile.
			if (following) {
				Object.assign(following.options, options);
				return following.pass;
			}
			const merged = { ...options };
			const follow = () => {
				following = undefined;
				return startReplay(merged);
			};
			following = { options: merged, pass: running.then(follow, follow) };
			return following.pass;
		},

		list: () => store.list(),

		get: (id: EntryId) => store.get(id),

		async release(id: EntryId): Promise<Entry | undefined> {
			const entry = await store.update(id, (found) => transition(found, { type: "release", now: now() }));
			tell({ id, what: "changed" });
			return entry;
		},

		async discard(id: EntryId): Promise<"discarded" | "under-way" | "gone"> {
			const found = await remove(id, (entry) => !leaseHolds(entry, now()));
			if (!found) return "gone";
			return leaseHolds(found, now()) ? "under-way" : "discarded";
		},

		async restore(entry: Entry): Promise<void> {
			if (await store.addIfAbsent(entry)) tell({ id: entry.id, what: "added" });
		},

		async dismiss(id: EntryId): Promise<void> {
			await remove(id, (entry) => entry.status === "accepted");
		},

		subscribe(listener: (change: Change) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
