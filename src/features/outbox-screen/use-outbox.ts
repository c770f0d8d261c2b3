import { useEffect, useMemo, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type VisibleEntries, visibleEntries, visibleUnreadable } from "#src/lib/outbox/visible-entries.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import type { EntryChanges } from "#src/outbox/edit.ts";
import type { Entry } from "#src/outbox/entry.ts";
import type { Contents } from "#src/outbox/mirror.ts";
import type { Unreadable } from "#src/outbox/record.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import { isSent, sentSince } from "./sent-since.ts";

type OutboxView =
	| { status: "reading" }
	/** `why` is for a person. */
	| { status: "unreadable"; why: string }
	| ({ status: "read"; unreadable: readonly Unreadable[] } & VisibleEntries);

type Reading = { status: "reading" } | { status: "unreadable"; why: string } | ({ status: "read" } & Contents);

const whyUnreadable = (error: unknown): string =>
	error instanceof StorageError && error.reason === "full"
		? "The storage of this device is full, so the list cannot be changed. Make room on the device and try again."
		: "This browser gives no storage here, perhaps because the window is private. Requests are sent at once, and none can wait.";

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** What this device keeps to be sent, as far as it is for whoever sits here, and what can be done about it. */
export function useOutbox() {
	const account = useAccount();
	const [reading, setReading] = useState<Reading>({ status: "reading" });
	const [trouble, setTrouble] = useState<string | null>(null);
	const [discarded, setDiscarded] = useState<Entry[]>([]);
	/** How many will be discarded if sending them fails. */
	const [leaving, setLeaving] = useState(0);
	/** What was out before this visit; null until the first reading. */
	const [sentBefore, setSentBefore] = useState<ReadonlySet<EntryId> | null>(null);

	useEffect(
		() =>
			watchEntries(browserOutbox(), (result) => {
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

	/** Does something with the outbox; a storage that fails is said. */
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
		/** What could not be done, for a person; null when all was. */
		trouble,
		/** Discarded on this visit: each can be taken back by whoever it was shown to. */
		discarded: visibleEntries(discarded, account).entries,
		/** How many have gone out on this visit. */
		sent,
		/** How many are being sent although the user wants them discarded. */
		leaving,
		send: (entry: Entry) => attempt(browserOutbox().sendNow(entry.id)),
		/** All of them, in as few requests as the server takes. */
		async sendAll(entries: readonly Entry[]): Promise<void> {
			await attempt(browserOutbox().hurry(idsOf(entries)));
			await attempt(browserOutbox().replay());
		},
		async discard(entries: readonly Entry[]): Promise<void> {
			const noteGone = (gone: readonly Entry[]) =>
				setDiscarded((list) => [...list, ...gone.filter(({ status }) => status !== "accepted")]);
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
		async undo(entries: readonly Entry[]): Promise<void> {
			const back = new Set(idsOf(entries));
			setDiscarded((list) => list.filter(({ id }) => !back.has(id)));
			const done = await attempt(
				browserOutbox()
					.restore(entries)
					.then(() => true),
			);
			if (!done) setDiscarded((list) => [...list, ...entries]);
		},
		edit: (id: EntryId, changes: EntryChanges) => attempt(browserOutbox().edit(id, changes)),
		label: (entries: readonly Entry[], client: string) =>
			attempt(browserOutbox().editAll(idsOf(entries), { client: client || null })),
	};
}
