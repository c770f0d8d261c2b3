import type { Definition } from "./definition.ts";
import { answerEvent, attempt } from "./delivery/attempt.ts";
import { createBatches } from "./delivery/batches.ts";
import { lockName } from "./delivery/locks.ts";
import { createPasses } from "./delivery/passes.ts";
import type { Change, OutboxDeps } from "./deps.ts";
import { type Entry, isWaiting, LEASE_MS, leaseHolds } from "./entry.ts";
import { createEntryIds } from "./entry-id.ts";
import type { FileProgress } from "./files/attachment.ts";
import { createFileStore } from "./files/file-store.ts";
import { createUploads } from "./files/uploads.ts";
import { placed } from "./order/order.ts";
import { createMirror } from "./storage/mirror.ts";
import { createRecords, type NewEntry } from "./storage/record.ts";
import { outboxDatabase } from "./storage/schema.ts";
import { createStore } from "./storage/store.ts";
import type { Outbox } from "./surface.ts";
import { transition } from "./transition.ts";
import type { Types } from "./types.ts";
import { createUpkeep } from "./upkeep.ts";

const POLL_MS = 1000;

/** The outbox of one context (a tab or the worker), for one product. */
export function createOutbox<T extends Types>(given: Definition<T> & { platform: OutboxDeps }): Outbox<T> {
	// It stores and returns what it is given, so internally it only needs to know that the product's types exist, not what they are.
	const { platform, ...definition } = given as unknown as Definition & { platform: OutboxDeps };
	return createUntyped(definition, platform) satisfies Outbox as unknown as Outbox<T>;
}

function createUntyped(definition: Definition, platform: OutboxDeps) {
	const { now, locks, channel } = platform;
	const records = createRecords(definition);
	const { createEntry } = records;
	const begin = outboxDatabase(platform.indexedDB, definition.name);
	const store = createStore(begin, records, now);
	const files = createFileStore(begin);
	const mirror = createMirror(store);
	const listeners = new Set<(change: Change) => void>();
	const publishLocally = (change: Change, written?: readonly Entry[]) => {
		if (change.what !== "progress") know(change, written);
		for (const listener of listeners) listener(change);
	};
	const know = (change: Change, written?: readonly Entry[]) => {
		// Without a channel, treat each change here as a chance to check what other contexts have done.
		if (!channel) mirror.note(null);
		else if (written) mirror.learn(written);
		else mirror.note(change.ids);
	};
	channel?.listen((change) => {
		if (change.what !== "progress") store.forgetUnwritten(change.ids ?? []);
		publishLocally(change);
	});
	const publish = (change: Change, written?: readonly Entry[]) => {
		channel?.post(change);
		publishLocally(change, written);
	};
	const batches = createBatches({ ...platform, definition, store });
	const uploads = createUploads({ ...platform, definition, store, files, mirror, publish });
	const deps = { ...platform, definition, store, files, mirror, publish, publishLocally, batches, uploads };
	const passes = createPasses(deps);
	const nextId = createEntryIds(platform);

	/** Resolves when one of the entries has changed, here or elsewhere, or after one second, in case there is no channel. */
	const changed = (ids: readonly string[]) =>
		new Promise<void>((resolve) => {
			const done = () => {
				cancel();
				listeners.delete(listener);
				resolve();
			};
			const listener = (change: Change) => {
				if (change.ids === null || change.ids.some((id) => ids.includes(id))) done();
			};
			const cancel = deps.after(POLL_MS, done);
			listeners.add(listener);
		});

	/** One attempt that a person asked for. It doesn't share a request with any other entry. */
	async function attemptByHand(id: string, locked: boolean): Promise<{ made: boolean; entry: Entry | undefined }> {
		const { leased, entries } = await attempt([id], { byHand: true, locked }, batches.send, deps);
		return { made: leased.has(id), entry: entries[0] };
	}

	async function add(entries: readonly Entry[], requests: readonly NewEntry[]): Promise<void> {
		const bytes = new Map(requests.flatMap((request) => [...(request.files ?? [])]));
		for (const { sha256, size } of entries.flatMap((entry) => entry.attachments ?? [])) {
			if (!definition.endpoint.uploads) throw new Error("This outbox has nowhere to send files.");
			if ((bytes.get(sha256)?.byteLength ?? size) !== size) throw new RangeError(`${sha256} has another size.`);
		}
		await store.addAll(entries, bytes);
		publish({ ids: entries.map(({ id }) => id), what: "added" });
	}

	/** Sends the files of an entry that a person wants sent. Resolves to whether the entry can be sent. */
	async function hasFilesThere(id: string): Promise<boolean> {
		const entry = await store.get(id);
		if (!entry?.attachments || !isWaiting(entry) || !(await uploads.open([entry])).has(id)) return true;
		await upkeep.hurry([id]);
		return uploads.byHand(id);
	}

	const upkeep = createUpkeep({ definition, records, store, mirror, publish, now, nextId });

	return {
		...upkeep,

		async discardUnlessSent(ids: readonly string[]): Promise<Entry[]> {
			const removed: Entry[] = [];
			const deadline = now() + LEASE_MS;
			for (let left = ids; left.length > 0; ) {
				const tried = await upkeep.discardUndelivered(left);
				removed.push(...tried.removed);
				left = tried.underWay;
				if (now() >= deadline) break;
				if (left.length > 0) await changed(left);
			}
			return removed;
		},

		async enqueue(request: NewEntry): Promise<Entry> {
			const entry = createEntry(placed(request, []), nextId(), now());
			await add([entry], [request]);
			return entry;
		},

		async enqueueAll(requests: readonly NewEntry[]): Promise<Entry[]> {
			const entries: Entry[] = [];
			for (const request of requests) entries.push(createEntry(placed(request, entries), nextId(), now()));
			if (entries.length > 0) await add(entries, requests);
			return entries;
		},

		async sendNow(id: string): Promise<Entry | undefined> {
			if (!(await hasFilesThere(id))) return store.get(id);
			if (locks) {
				const before = await store.get(id);
				// Not `ifAvailable`: the context that holds the lock is sending this entry, and the caller wants that outcome.
				return locks.request(lockName(definition.name, id), async () => {
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
					// Another context may have leased it after we read it.
					if (result.made || result.entry?.status !== "sending") return result.entry;
					continue;
				}
				waited = true;
				await changed([id]);
			}
		},

		async sendUnsaved(request: NewEntry, id: string = nextId()): Promise<Entry> {
			const fresh = createEntry(request, id, now());
			const leased = transition(fresh, { type: "lease", now: now(), byHand: true });
			const answers = await batches.send([leased]);
			return transition(leased, answerEvent(answers.get(id) ?? "unsent", leased, deps));
		},

		replay: passes.replay,

		async files(id: string): Promise<FileProgress[]> {
			const entry = await store.get(id);
			return entry ? uploads.progress(entry) : [];
		},

		file: (sha256: string) => files.bytes(sha256),

		async filesHeld(): Promise<{ count: number; bytes: number }> {
			const sizes = [...(await files.sizes()).values()];
			return { count: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
		},

		filesOnWifiOnly: () => store.filesOnWifiOnly(),

		async setFilesOnWifiOnly(flag: boolean): Promise<void> {
			await store.setFilesOnWifiOnly(flag);
			publish({ ids: [], what: "changed" });
		},

		async prune(): Promise<void> {
			await upkeep.prune();
			if (definition.endpoint.uploads) await passes.sweep();
		},

		list: () => store.list(),

		async contents() {
			if (!channel) mirror.note(null);
			return mirror.read();
		},

		get: (id: string) => store.get(id),

		subscribe(listener: (change: Change) => void): () => void {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
