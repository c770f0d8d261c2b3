import type { EntryId } from "#contract/ids.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";

/** One of the chosen entries, with what went along because it belongs to it. One undo brings back all of it. */
export type Discarded = {
	id: EntryId;
	subject: string;
	/** As in `2 answers`; empty if it was alone. */
	belonging: string;
	/** As they were stored, oldest first. */
	entries: readonly Entry[];
};

/**
 * What was removed, by the chosen entries. `shown`: the entries as the screen showed them, which may know what a sealed one is. Something that
 * belongs to several of them counts once.
 */
export function discardedOf(
	chosen: readonly EntryId[],
	removed: readonly Entry[],
	shown: ReadonlyMap<EntryId, Entry>,
): Discarded[] {
	const groups = new Map<EntryId, Entry[]>(chosen.map((id) => [id, []]));
	const rootOf = new Map<EntryId, EntryId>(chosen.map((id) => [id, id]));
	for (const entry of removed) {
		const leader = entry.after?.find((id) => rootOf.has(id));
		const root = rootOf.get(entry.id) ?? (leader && rootOf.get(leader)) ?? chosen[0];
		if (root === undefined) continue;
		rootOf.set(entry.id, root);
		groups.get(root)?.push(entry);
	}
	const asShown = (entry: Entry) => shown.get(entry.id) ?? entry;
	return [...groups].flatMap(([id, entries]) => {
		const [first] = entries;
		if (!first) return [];
		const own = entries.find((entry) => entry.id === id) ?? first;
		return {
			id,
			subject: wordsOf(asShown(own).request).subject,
			belonging: kindsText(entries.filter((entry) => entry !== own).map(asShown)).text,
			entries,
		};
	});
}
