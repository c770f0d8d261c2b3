import { useEffect, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { type VisibleEntries, visibleEntries } from "#src/lib/visible-entries.ts";
import { watchEntries } from "#src/lib/watch-entries.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import type { EntryChanges } from "#src/outbox/edit.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import { useAccount } from "#src/ui/use-account.ts";

type OutboxView =
	| { status: "reading" }
	/** `why` is for a person. */
	| { status: "unreadable"; why: string }
	| ({ status: "read" } & VisibleEntries);

type Reading = { status: "reading" } | { status: "unreadable"; why: string } | { status: "read"; all: Entry[] };

const whyUnreadable = (error: unknown): string =>
	error instanceof StorageError && error.reason === "full"
		? "The storage of this device is full, so the list cannot be changed. Make room on the device and try again."
		: "This browser gives no storage here, perhaps because the window is private. Requests are sent at once, and none can wait.";

/** What this device keeps to be sent, as far as it is for whoever sits here, and what can be done about it. */
export function useOutbox() {
	const account = useAccount();
	const [reading, setReading] = useState<Reading>({ status: "reading" });
	const [trouble, setTrouble] = useState<string | null>(null);
	const [discarded, setDiscarded] = useState<Entry[]>([]);
	/** Those that were seen waiting, so that it can be said when they are out. */
	const [seen, setSeen] = useState<ReadonlySet<EntryId>>(new Set());

	useEffect(
		() =>
			watchEntries(browserOutbox(), (result) => {
				if (!result.ok) return setReading({ status: "unreadable", why: whyUnreadable(result.error) });
				setReading({ status: "read", all: result.entries });
				setSeen((before) => {
					const more = result.entries.filter((entry) => isWaiting(entry) && !before.has(entry.id));
					return more.length === 0 ? before : new Set([...before, ...more.map(({ id }) => id)]);
				});
			}),
		[],
	);

	const view: OutboxView =
		reading.status === "read" ? { status: "read", ...visibleEntries(reading.all, account) } : reading;
	const sent =
		view.status === "read" ? view.entries.filter(({ id, status }) => status === "accepted" && seen.has(id)).length : 0;

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
		send: (entry: Entry) => attempt(browserOutbox().sendNow(entry.id)),
		/** All of them, in as few requests as the server takes. */
		async sendAll(entries: readonly Entry[]): Promise<void> {
			await attempt(browserOutbox().hurry(entries.map(({ id }) => id)));
			await attempt(browserOutbox().replay());
		},
		async discard(entries: readonly Entry[]): Promise<void> {
			const gone = await attempt(browserOutbox().discardAll(entries.map(({ id }) => id)));
			if (gone) setDiscarded((list) => [...list, ...gone.filter(({ status }) => status !== "accepted")]);
		},
		async undo(entries: readonly Entry[]): Promise<void> {
			const back = new Set(entries.map(({ id }) => id));
			setDiscarded((list) => list.filter(({ id }) => !back.has(id)));
			for (const entry of entries) {
				const done = await attempt(
					browserOutbox()
						.restore(entry)
						.then(() => true),
				);
				if (!done) setDiscarded((list) => [...list, entry]);
			}
		},
		edit: (id: EntryId, changes: EntryChanges) => attempt(browserOutbox().edit(id, changes)),
	};
}
