import type { Definition } from "../definition.ts";
import type { Change, OutboxDeps } from "../deps.ts";
import { dueAt, type Entry, wasUnanswered } from "../entry.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Uploads } from "../files/uploads.ts";
import { orderIn, settleOrder } from "../order/followers.ts";
import { maySend } from "../sender.ts";
import type { Mirror } from "../storage/mirror.ts";
import type { Store } from "../storage/store.ts";
import type { LeaseOptions } from "../transition.ts";
import { type AttemptResult, attempt } from "./attempt.ts";
import type { Batches, Lane } from "./batches.ts";
import { withFree } from "./locks.ts";

/** When to check again on an entry whose files didn't get through or that another context is sending, in milliseconds. */
const FILES_AGAIN_MS = 30_000;
/** The most requests in flight at once. Browsers open six connections to a host over HTTP/1.1. */
const WIDTH = 6;

export type ReplayResult = {
	/** Delivered in this pass. */
	sent: number;
	/** Entries that will still be sent automatically. Held entries and entries of accounts that are not signed in need a person and do not count. */
	left: number;
	/** When the next of them may be sent, in milliseconds since 1970; null if there is none. */
	nextAt: number | null;
};

export type ReplayOptions = Pick<LeaseOptions, "reconnected">;

/** Options of a pass. */
export type ReplayRequest = ReplayOptions & {
	/**
	 * Choose only from the changes this context knows about. Otherwise, read everything again: a tab may have died before it reported a
	 * change.
	 */
	heard?: boolean;
};

export type ReplayDeps = OutboxDeps & {
	definition: Definition;
	store: Store;
	mirror: Pick<Mirror, "read" | "note">;
	files: FileStore;
	uploads: Pick<Uploads, "open" | "isClosed" | "isBlocked">;
	batches: Batches;
	publish(change: Change, written: readonly Entry[]): void;
	publishLocally(change: Change, written: readonly Entry[]): void;
};

/** One attempt on the entries that no other context is sending. */
async function attemptFree(ids: readonly string[], options: LeaseOptions, deps: ReplayDeps): Promise<AttemptResult> {
	const { definition, locks, batches } = deps;
	if (!locks) return attempt(ids, options, batches.send, deps);
	return withFree(definition.name, ids, locks, (free) =>
		attempt(free, { ...options, locked: true }, batches.send, deps),
	);
}

/** Which entries a pass tries. With locks, it finds out whether an entry marked as sending was abandoned. */
function isCandidate(entry: Entry, now: number, { locks, reconnected }: { locks: boolean } & ReplayOptions): boolean {
	if (entry.status === "sending" && locks) return true;
	if (reconnected && wasUnanswered(entry)) return true;
	const due = dueAt(entry, now);
	return due !== null && due <= now;
}

type Queue = { lane: Lane; ids: string[] };

/** Whether our server answered none of these, as without a network or behind a captive portal. */
const isUnanswered = (entries: readonly Entry[]) =>
	entries.length > 0 && entries.every((entry) => entry.status === "queued" && entry.lastError?.status === null);

/**
 * One pass: sends what is due, oldest first, in as few requests as the server allows, several of them in parallel. Tries each entry at most
 * once. If an entry fails, only the entries that come after it wait. After a request gets no answer, the pass waits until no request is in
 * flight, then tries a single entry. If that gets no answer either, the pass stops.
 */
export async function replayOnce(options: ReplayOptions, deps: ReplayDeps): Promise<ReplayResult> {
	const { store, mirror, now, batches, uploads } = deps;
	await batches.refresh();
	if (options.reconnected) batches.forget();
	let pausedUntil = Math.max(
		await store.markedUntil("pause", now()),
		options.reconnected ? 0 : await store.markedUntil("no-answer", now()),
	);
	const sendable = async () => {
		const sender = await store.sender();
		return (await mirror.read()).entries.filter(({ owner }) => maySend(owner, sender));
	};
	/** The entries that share a request (batches.ts), oldest first. */
	const queues: Readonly<Record<Lane, Queue>> = {
		plain: { lane: "plain", ids: [] },
		named: { lane: "named", ids: [] },
		alone: { lane: "alone", ids: [] },
	};
	const chosen = new Set<string>();
	/**
	 * Adds the entries that are due, whose files have arrived, and that wait for no other entry. Resolves to whether any entry comes after
	 * others.
	 */
	async function choose(): Promise<boolean> {
		await settleOrder(deps);
		const entries = await sendable();
		const choice = { sender: await store.sender(), order: orderIn(await mirror.read()) };
		const open = await uploads.open(entries);
		for (const entry of entries) {
			if (chosen.has(entry.id) || choice.order(entry).standing !== "free") continue;
			if (open.has(entry.id) && !uploads.isClosed(entry, choice)) continue;
			if (!isCandidate(entry, now(), { locks: deps.locks !== undefined, ...options })) continue;
			chosen.add(entry.id);
			queues[batches.laneOf(entry)].ids.push(entry.id);
		}
		return entries.some(({ after }) => after !== undefined);
	}
	let hasFollowers = await choose();
	/** The lane whose first entry is the oldest; undefined if nothing is left. */
	const nextQueue = () =>
		Object.values(queues)
			.filter(({ ids }) => ids.length > 0)
			.toSorted((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1))[0];
	let sent = 0;
	let broken: unknown;
	/** `quiet`: the last request got no answer. */
	let line = "answers" as "answers" | "quiet" | "dead";

	async function sendSome(queue: Queue): Promise<void> {
		const isProbe = line === "quiet";
		const ids = queue.ids.splice(0, isProbe ? 1 : batches.size(queue.lane));
		try {
			const { entries, leased, unsent, pauseUntil } = await attemptFree(ids, options, deps);
			const tried = entries.filter(({ id }) => leased.has(id));
			sent += tried.filter(({ status }) => status === "accepted").length;
			queue.ids.unshift(...unsent);
			pausedUntil = Math.max(pausedUntil, pauseUntil);
			if (hasFollowers && tried.some(({ status }) => status === "accepted")) hasFollowers = await choose();
			if (tried.length === unsent.length) return;
			if (!isUnanswered(tried)) {
				line = "answers";
				batches.noteAnswer();
			} else line = isProbe ? "dead" : "quiet";
		} catch (error) {
			broken = error;
		}
	}
	const underWay = new Set<Promise<void>>();
	const mayStart = () => (line === "answers" ? underWay.size < WIDTH : line === "quiet" && underWay.size === 0);
	for (;;) {
		for (let queue = nextQueue(); queue && mayStart() && pausedUntil <= now(); queue = nextQueue()) {
			const sending = sendSome(queue).finally(() => underWay.delete(sending));
			underWay.add(sending);
		}
		if (underWay.size === 0) break;
		await Promise.race(underWay);
	}
	if (broken !== undefined) throw broken;
	if (line === "dead" && nextQueue()) pausedUntil = Math.max(pausedUntil, await batches.pause());

	await settleOrder(deps);
	const left = (await sendable()).filter((entry) => dueAt(entry, now()) !== null);
	const order = orderIn(await mirror.read());
	const open = await uploads.open(left);
	const isBlocked = open.size > 0 && (await uploads.isBlocked());
	const times = left.flatMap((entry) => {
		const due = dueAt(entry, now());
		if (due === null || order(entry).standing !== "free") return [];
		if (!open.has(entry.id)) return due;
		return isBlocked ? [] : Math.max(due, now() + FILES_AGAIN_MS);
	});
	const first = times.length === 0 ? null : Math.min(...times);
	return { sent, left: left.length, nextAt: first === null ? null : Math.max(first, pausedUntil) };
}
