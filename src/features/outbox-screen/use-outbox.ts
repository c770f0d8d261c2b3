import { useEffect, useState } from "react";
import { browserOutbox } from "#src/outbox/browser.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { StorageError } from "#src/outbox/storage-error.ts";
import { watchEntries } from "./watch-entries.ts";

export type OutboxView =
	| { status: "reading" }
	/** `why` is for a person. */
	| { status: "unreadable"; why: string }
	| { status: "read"; entries: Entry[] };

const whyUnreadable = (error: unknown): string =>
	error instanceof StorageError && error.reason === "full"
		? "The storage of this device is full, so the list cannot be read."
		: "This browser gives no storage here, perhaps because the window is private. Requests are sent at once, and none can wait.";

/** What this device keeps to be sent, and what can be done about it. */
export function useOutbox() {
	const [view, setView] = useState<OutboxView>({ status: "reading" });
	const [discarded, setDiscarded] = useState<Entry[]>([]);
	const [sent, setSent] = useState(0);

	useEffect(() => {
		const outbox = browserOutbox();
		return watchEntries(outbox, (reading) => {
			if (!reading.ok) return setView({ status: "unreadable", why: whyUnreadable(reading.error) });
			const accepted = reading.entries.filter(({ status }) => status === "accepted");
			setView({ status: "read", entries: reading.entries.filter(({ status }) => status !== "accepted") });
			if (accepted.length === 0) return;
			// Said here, so they need not be kept any longer.
			setSent((count) => count + accepted.length);
			for (const { id } of accepted) outbox.dismiss(id).catch(() => undefined);
		});
	}, []);

	const say = (error: unknown) => setView({ status: "unreadable", why: whyUnreadable(error) });
	return {
		view,
		/** Discarded on this visit, latest last: each can be taken back. */
		discarded,
		/** How many have gone out since somebody last looked. */
		sent,
		send(entry: Entry): void {
			browserOutbox().sendNow(entry.id).catch(say);
		},
		discard(entry: Entry): void {
			browserOutbox()
				.discard(entry.id)
				.then((result) => {
					if (result === "discarded") setDiscarded((list) => [...list, entry]);
				})
				.catch(say);
		},
		undo(entry: Entry): void {
			setDiscarded((list) => list.filter(({ id }) => id !== entry.id));
			browserOutbox()
				.restore(entry)
				.catch((error: unknown) => {
					setDiscarded((list) => [...list, entry]);
					say(error);
				});
		},
	};
}
