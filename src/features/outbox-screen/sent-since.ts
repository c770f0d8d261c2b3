import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "#src/outbox/entry.ts";

export const isSent = ({ status }: Entry): boolean => status === "accepted";

/**
 * The entries that have gone out since `before` was read. It counts what is out now, not what was seen waiting: readings are
 * bundled, and an edited entry goes on under a new id, so a quick one can go out between two of them.
 */
export function sentSince(before: ReadonlySet<EntryId> | null, entries: readonly Entry[]): readonly Entry[] {
	return before ? entries.filter((entry) => isSent(entry) && !before.has(entry.id)) : [];
}
