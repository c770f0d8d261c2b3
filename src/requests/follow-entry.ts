import type { EntryId } from "#contract/ids.ts";
import type { Entry, Outbox } from "./entry.ts";

/** How a saved request ended after its form finished with it. */
export type Fate = { fate: "delivered" } | { fate: "refused"; message: string } | { fate: "gone" };

function fateOf(entry: Entry | undefined): Fate | null {
	if (!entry) return { fate: "gone" };
	if (entry.status === "accepted") return { fate: "delivered" };
	if (entry.status === "rejected") return { fate: "refused", message: entry.error.message };
	return null;
}

/** Calls back once, when a saved entry has ended: sent by the worker, another tab or the timer, or discarded. */
export function followEntry(
	outbox: Pick<Outbox, "get" | "subscribe">,
	id: EntryId,
	listener: (fate: Fate) => void,
): () => void {
	let over = false;
	const stop = () => {
		over = true;
		unsubscribe();
	};
	const look = async () => {
		// If storage can't be read, check again at the entry's next change.
		const fate = await outbox.get(id).then(fateOf, () => null);
		if (over || !fate) return;
		stop();
		listener(fate);
	};
	const unsubscribe = outbox.subscribe((change) => {
		if (change.ids === null || change.ids.includes(id)) void look();
	});
	// It may have changed before we started listening.
	void look();
	return stop;
}
