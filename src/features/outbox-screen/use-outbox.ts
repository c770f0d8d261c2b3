import { useEffect, useMemo, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { type VisibleEntries, visibleEntries, visibleUnreadable } from "#src/lib/outbox/visible-entries.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Contents, Entry, EntryChanges, Unreadable } from "#src/requests/entry.ts";
import { type Discarded, discardedOf } from "./list/discarded.ts";
import { isSent, sentSince } from "./sent/sent-since.ts";

type OutboxView =
	| { status: "reading" }
	/** `why` is for a person. */
	| { status: "unreadable"; why: string }
	| ({ status: "read"; unreadable: readonly Unreadable[] } & VisibleEntries);

type Reading = { status: "reading" } | { status: "unreadable"; why: string } | ({ status: "read" } & Contents);

const whyUnreadable = (error: unknown): string =>
	error instanceof StorageError && error.reason === "full"
		? "This device’s storage is full, so the list cannot be changed. Free up space on the device and try again."
		: "This browser allows no storage here. The window may be private. Requests are sent at once and cannot wait.";

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** The entries on this device that the current user may see, and the actions on them. */
export function useOutbox() {
	const account = useAccount();
	const [reading, setReading] = useState<Reading>({ status: "reading" });
	const [trouble, setTrouble] = useState<string | null>(null);
	const [discarded, setDiscarded] = useState<readonly Discarded[]>([]);
	/** How many will be discarded if sending them fails. */
	const [leaving, setLeaving] = useState(0);
	/** What was sent before this visit; null until the first read. */
	const [sentBefore, setSentBefore] = useState<ReadonlySet<EntryId> | null>(null);

	useEffect(
		() =>
			watchEntries(shownOutbox(), (result) => {
				if (!result.ok) return setReading({ status: "unreadable", why: whyUnreadable(result.error) });
				setReading({ status: "read", entries: result.entries, unreadable: result.unreadable });
				setSentBefore((before) => before ?? new Set(idsOf(result.entries.filter(isSent))));
			}),
		[],
	);

	const view = useMemo(
		(): OutboxView =>
			reading.status === "read"
				? {
						status: "read",
						unreadable: visibleUnreadable(reading.unreadable, account),
						...visibleEntries(reading.entries, account),
					}
				: reading,
		[reading, account],
	);
	const sent = view.status === "read" ? sentSince(sentBefore, view.entries).length : 0;

	/** Awaits a call to the outbox and shows a storage failure. */
	async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
		try {
			const result = await work;
			setTrouble(null);
			return result;
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			setTrouble(whyUnreadable(error));
			return undefined;
		}
	}

	return {
		view,
		/** What failed, for the screen; null if nothing did. */
		trouble,
		/** Discarded on this visit: users can undo those they may see. */
		discarded: discarded.filter(({ entries }) => visibleEntries(entries.slice(0, 1), account).entries.length > 0),
		/** How many were sent on this visit. */
		sent,
		/** How many are being sent although the user wants them discarded. */
		leaving,
		send: (entry: Entry) => attempt(browserOutbox().sendNow(entry.id)),
		/** All of them, in as few requests as the server accepts. */
		async sendAll(entries: readonly Entry[]): Promise<void> {
			await attempt(browserOutbox().hurry(idsOf(entries)));
			// Also if a pass that got no answers has just paused them.
			await attempt(browserOutbox().replay({ reconnected: true }));
		},
		/** With what belongs to them. */
		async discard(entries: readonly Entry[]): Promise<void> {
			const shown = new Map((view.status === "read" ? view.entries : entries).map((entry) => [entry.id, entry]));
			const noteGone = (gone: readonly Entry[]) => {
				const undelivered = gone.filter(({ status }) => status !== "accepted");
				const more = discardedOf(idsOf(entries), undelivered, shown);
				if (more.length > 0) setDiscarded((list) => [...list, ...more]);
			};
			const gone = await attempt(browserOutbox().discardAll(idsOf(entries)));
			if (!gone) return;
			noteGone(gone);
			const before = new Set(idsOf(gone));
			const rest = idsOf(entries).filter((id) => !before.has(id));
			if (rest.length === 0) return;
			setLeaving((count) => count + rest.length);
			noteGone((await attempt(browserOutbox().discardUnlessSent(rest))) ?? []);
			setLeaving((count) => count - rest.length);
		},
		discardUnreadable: (ids: readonly EntryId[]) => attempt(browserOutbox().discardUnreadable(ids)),
		async undo(chosen: readonly Discarded[]): Promise<void> {
			setDiscarded((list) => list.filter((one) => !chosen.includes(one)));
			const back = await attempt(browserOutbox().restore(chosen.flatMap(({ entries }) => entries)));
			if (!back) return setDiscarded((list) => [...list, ...chosen]);
			// What they belong to came back with them, although it was discarded separately.
			const isBack = new Set(idsOf(back));
			setDiscarded((list) =>
				list
					.map((one) => ({ ...one, entries: one.entries.filter(({ id }) => !isBack.has(id)) }))
					.filter(({ entries }) => entries.length > 0),
			);
		},
		edit: (id: EntryId, changes: EntryChanges) => attempt(browserOutbox().edit(id, changes)),
		label: (entries: readonly Entry[], client: string) =>
			attempt(browserOutbox().editAll(idsOf(entries), { client: client || null })),
	};
}
