import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "#src/requests/entry.ts";

export type SentEntry = Entry & { status: "accepted" };

export const isSent = (entry: Entry): entry is SentEntry => entry.status === "accepted";

/**
 * The entries that were sent since `before` was read. Compares with what is sent now instead of watching waiting entries: reads are
 * bundled and an edited entry gets a new id, so a quick one can be added and sent between two reads.
 */
export function sentSince(before: ReadonlySet<EntryId> | null, entries: readonly Entry[]): readonly Entry[] {
	return before ? entries.filter((entry) => isSent(entry) && !before.has(entry.id)) : [];
}
