import type { Definition } from "../definition.ts";
import type { Change, OutboxDeps } from "../deps.ts";
import type { AttemptError, Entry } from "../entry.ts";
import type { FileStore } from "../files/file-store.ts";
import { type Order, orderOf } from "../order/order.ts";
import type { Sender } from "../sender.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { Store } from "../storage/store.ts";
import { type EntryEvent, type LeaseOptions, transition, type Verdict } from "../transition.ts";
import type { Sent } from "./batches.ts";
import { judge, judgeNotTaken, type PolicyDeps } from "./policy.ts";
import type { HttpAnswer } from "./post.ts";
import type { NotTaken } from "./send-batch.ts";

type AttemptDeps = Pick<OutboxDeps, "now" | "random"> & {
	definition: Definition;
	store: Store;
	files: Pick<FileStore, "forgetUploads">;
	/** `written`: the entries as they are now, so this context doesn't have to read them. */
	publish(change: Change, written: readonly Entry[]): void;
	/** For this context only. */
	publishLocally(change: Change, written?: readonly Entry[]): void;
};

export type AttemptResult = {
	/** The entries this attempt could lease: due, and not leased elsewhere. */
	leased: Set<string>;
	/** The ones the server didn't process and that can be sent another way. They are due again immediately. */
	unsent: string[];
	/** All existing entries in their new state. */
	entries: Entry[];
	/** When the whole outbox's pause ends; 0 if it isn't paused. */
	pauseUntil: number;
};

/** The event that an answer, or the lack of one, means for a leased entry. */
export function answerEvent(
	answer: HttpAnswer | "unsent" | NotTaken,
	leased: Entry,
	deps: PolicyDeps,
): EntryEvent & { type: "answer" | "unsent" } {
	const about = { now: deps.now(), attempt: leased.attempts };
	if (answer === "unsent") return { type: "unsent", ...about };
	const verdict =
		answer.type === "not-taken" ? judgeNotTaken(answer.answer, leased, deps) : judge(answer, leased, deps);
	return { type: "answer", ...about, verdict };
}

async function leaseUnwritten(
	ids: readonly string[],
	lease: (entry: Entry, at: { sender: Sender; order: Order }) => Entry,
	store: Store,
): Promise<Entry[]> {
	const sender = await store.sender();
	const stored = (await Promise.all(ids.map((id) => store.get(id)))).filter((entry) => entry !== undefined);
	const found = await store.readSome(stored.flatMap(({ after = [] }) => after));
	const leased = stored.map((entry) => lease(entry, { sender, order: orderOf(entry, (id) => found.get(id)) }));
	store.keepUnwritten(leased);
	return leased;
}

/** The server no longer has files it had, such as after a restart: send them again before repeating the entry. */
async function forgetMissing(
	{ attachments = [], ...entry }: Entry,
	{ code, details }: AttemptError,
	{ definition, files }: Pick<AttemptDeps, "definition" | "files">,
): Promise<void> {
	const { uploads } = definition.endpoint;
	if (code !== "attachments_missing" || !uploads || attachments.length === 0) return;
	const missing: unknown = details?.sha256;
	const all = attachments.map(({ sha256 }) => sha256);
	const named = Array.isArray(missing) ? all.filter((sha256) => missing.includes(sha256)) : all;
	await files.forgetUploads(uploads.target(entry).place, named.length > 0 ? named : all);
}

const pauseIn = (verdict: Verdict) => (verdict.outcome === "retry" ? (verdict.pauseUntil ?? 0) : 0);

/**
 * Leases entries, sends the ones it got, and records the outcomes. Rejects with a StorageError if it can't lease them; then nothing was
 * sent. A full disk doesn't make it reject.
 */
export async function attempt(
	ids: readonly string[],
	options: LeaseOptions,
	send: (leased: readonly Entry[]) => Promise<Sent>,
	deps: AttemptDeps,
): Promise<AttemptResult> {
	const { definition, store, publish, publishLocally, now } = deps;
	const moved = new Set<string>();
	const lease = (entry: Entry, at: { sender: Sender; order: Order }): Entry => {
		const staleAfterMs = definition.kinds[entry.request.kind]?.staleAfterMs ?? null;
		const next = transition(entry, { type: "lease", now: now(), ...options, ...at, staleAfterMs });
		if (next !== entry) moved.add(entry.id);
		return next;
	};
	const found = await store.updateAll(ids, lease).catch((error: unknown) => {
		if (!(error instanceof StorageError) || error.reason !== "full") throw error;
		// There is no room even for a lease. Send what is stored anyway: a repeated key does no harm.
		moved.clear();
		return leaseUnwritten(ids, lease, store);
	});
	const publishOf = (entries: readonly Entry[], to = publish) => {
		if (entries.length > 0) to({ ids: entries.map(({ id }) => id), what: "changed" }, entries);
	};
	publishOf(found.filter(({ id }) => moved.has(id)));
	if (found.length < ids.length) {
		// Removed without notice, such as by a tab that died right afterward.
		const there = new Set(found.map(({ id }) => id));
		publishLocally({ ids: ids.filter((id) => !there.has(id)), what: "removed" });
	}
	const leased = found.filter(({ id, status }) => moved.has(id) && status === "sending");
	if (leased.length === 0) return { leased: new Set(), unsent: [], entries: found, pauseUntil: 0 };

	const answers = await send(leased);
	const events = new Map(
		leased.map((entry) => [entry.id, answerEvent(answers.get(entry.id) ?? "unsent", entry, deps)]),
	);
	for (const entry of leased) {
		const event = events.get(entry.id);
		if (event?.type === "answer" && event.verdict.outcome === "retry")
			await forgetMissing(entry, event.verdict.error, deps);
	}
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
		// This tab still knows the answers. In other contexts the leases expire, and the requests are repeated under their keys.
		const entries = found.map(settle);
		const settled = entries.filter(({ id }) => events.has(id));
		store.keepUnwritten(settled);
		// There is nothing new for other tabs to read.
		publishOf(settled, publishLocally);
		return { ...result, entries };
	}
}
