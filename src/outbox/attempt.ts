import type { EntryId } from "#contract/ids.ts";
import type { Sent } from "./batches.ts";
import type { Change, OutboxDeps } from "./deps.ts";
import { type Entry, type EntryEvent, type LeaseOptions, transition, type Verdict } from "./entry.ts";
import { judge } from "./policy.ts";
import type { Answer } from "./post.ts";
import type { Sender } from "./sender.ts";
import { StorageError } from "./storage-error.ts";
import type { Store } from "./store.ts";

type AttemptDeps = Pick<OutboxDeps, "now" | "random"> & {
	store: Store;
	/** `written`: the entries as they are now, so that this context does not have to read them. */
	publish(change: Change, written: readonly Entry[]): void;
	/** Tells this context alone. */
	publishHere(change: Change, written?: readonly Entry[]): void;
};

export type AttemptResult = {
	/** Those that were to be had: due, and not somebody else's. */
	leased: Set<EntryId>;
	/** Those of them nobody looked at: due again at once. */
	unsent: EntryId[];
	/** All that are there, as they are afterwards. */
	entries: Entry[];
	/** Until when the whole outbox is to wait; 0 when it is not. */
	pauseUntil: number;
};

/** What an answer, or that there was none to be had, makes of a leased entry. */
export function answerEvent(
	answer: Answer | "unsent",
	leased: Entry,
	deps: Pick<OutboxDeps, "now" | "random">,
): EntryEvent & { type: "answer" | "unsent" } {
	const about = { now: deps.now(), attempt: leased.attempts };
	if (answer === "unsent") return { type: "unsent", ...about };
	return { type: "answer", ...about, verdict: judge(answer, leased, deps) };
}

async function leaseUnwritten(
	ids: readonly EntryId[],
	lease: (entry: Entry, sender: Sender) => Entry,
	store: Store,
): Promise<Entry[]> {
	const sender = await store.sender();
	const stored = await Promise.all(ids.map((id) => store.get(id)));
	const leased = stored.flatMap((entry) => (entry ? [lease(entry, sender)] : []));
	store.keepUnwritten(leased);
	return leased;
}

const pauseIn = (verdict: Verdict) => (verdict.outcome === "retry" ? (verdict.pauseUntil ?? 0) : 0);

/**
 * Leases entries, sends those it got, settles them. Rejects with a StorageError when they could not be leased, unless for
 * want of room: then nothing was sent.
 */
export async function attempt(
	ids: readonly EntryId[],
	options: LeaseOptions,
	send: (leased: readonly Entry[]) => Promise<Sent>,
	deps: AttemptDeps,
): Promise<AttemptResult> {
	const { store, publish, publishHere, now } = deps;
	const moved = new Set<EntryId>();
	const lease = (entry: Entry, sender: Sender): Entry => {
		const next = transition(entry, { type: "lease", now: now(), ...options, sender });
		if (next !== entry) moved.add(entry.id);
		return next;
	};
	const found = await store.updateAll(ids, lease).catch((error: unknown) => {
		if (!(error instanceof StorageError) || error.reason !== "full") throw error;
		// No room even for a mark. What is stored goes out all the same: under its key it can do no harm.
		moved.clear();
		return leaseUnwritten(ids, lease, store);
	});
	const publishOf = (entries: readonly Entry[], to = publish) => {
		if (entries.length > 0) to({ ids: entries.map(({ id }) => id), what: "changed" }, entries);
	};
	publishOf(found.filter(({ id }) => moved.has(id)));
	if (found.length < ids.length) {
		// Removed without a word to this context, such as by a tab that died in between.
		const there = new Set(found.map(({ id }) => id));
		publishHere({ ids: ids.filter((id) => !there.has(id)), what: "removed" });
	}
	const leased = found.filter(({ id, status }) => moved.has(id) && status === "sending");
	if (leased.length === 0) return { leased: new Set(), unsent: [], entries: found, pauseUntil: 0 };

	const answers = await send(leased);
	const events = new Map(
		leased.map((entry) => [entry.id, answerEvent(answers.get(entry.id) ?? "unsent", entry, deps)]),
	);
	const settle = (entry: Entry) => {
		const event = events.get(entry.id);
		return event ? transition(entry, event) : entry;
	};
	const result = {
		leased: new Set(events.keys()),
		unsent: [...events].flatMap(([id, { type }]) => (type === "unsent" ? [id] : [])),
		pauseUntil: Math.max(
			...[...events.values()].map((event) => (event.type === "answer" ? pauseIn(event.verdict) : 0)),
		),
	};
	try {
		if (result.pauseUntil > 0) await store.mark("pause", { since: now(), until: result.pauseUntil });
		const entries = await store.updateAll(ids, settle);
		publishOf(entries.filter(({ id }) => events.has(id)));
		return { ...result, entries };
	} catch {
		// What the server said is known all the same. Elsewhere the records' leases run out and the requests are repeated under their keys.
		const entries = found.map(settle);
		const settled = entries.filter(({ id }) => events.has(id));
		store.keepUnwritten(settled);
		// There is nothing new for other tabs to read.
		publishOf(settled, publishHere);
		return { ...result, entries };
	}
}
