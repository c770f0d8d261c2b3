import type { EntryId } from "#contract/ids.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry } from "#src/requests/entry.ts";
import { notify } from "#src/ui/toast/notify.ts";

/** How long the toast with Undo stays, in milliseconds. People need time to find it. */
const UNDO_MS = 10_000;

const TOO_LATE = "Too late to take back";

async function undo(removed: readonly Entry[]): Promise<void> {
	try {
		await browserOutbox().restore(removed);
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		await notify({
			title: "Not restored",
			text: `${error.message} Nothing is lost while this page is open.`,
			duration: UNDO_MS,
			action: { label: "Try again", run: () => void undo(removed).catch(() => undefined) },
		});
	}
}

/** Says why something is still here. */
export async function sayNotTakenBack(error: unknown): Promise<void> {
	if (!(error instanceof StorageError)) throw error;
	await notify({ title: "Not taken back", text: error.message });
}

/** Discards an entry and what belongs to it; then a toast offers an undo. `belonging`: as the person was told, such as `44 answers`. */
export async function takeBack(id: EntryId, done: string, about: string, belonging: string): Promise<void> {
	try {
		const removed = await browserOutbox().discard(id);
		if (removed === "gone") return;
		if (removed === "under-way") return await notify({ title: TOO_LATE, text: "It is being sent right now." });
		if (removed.some((entry) => entry.id === id && entry.status === "accepted"))
			return await notify({ title: TOO_LATE, text: "It has just been sent." });
		// Something may have been saved after the question.
		const others = removed.filter((entry) => entry.id !== id);
		if (others.length === 0) return;
		await notify({
			title: done,
			text: `${about}, with ${belonging || kindsText(others).text}.`,
			duration: UNDO_MS,
			action: { label: "Undo", run: () => void undo(removed).catch(() => undefined) },
		});
	} catch (error) {
		await sayNotTakenBack(error);
	}
}
