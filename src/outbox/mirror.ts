import type { EntryId } from "#contract/ids.ts";
import type { Entry } from "./entry.ts";
import type { Unreadable } from "./record.ts";
import type { Store } from "./store.ts";

/** All that is stored, oldest first. */
export type Contents = { entries: readonly Entry[]; unreadable: readonly Unreadable[] };

/** Where more than one in so many may have changed, all are read at once: that costs less than one by one. */
const ALL_FROM = 4;

export type Mirror = ReturnType<typeof createMirror>;

/**
 * What is stored, as this tab or worker knows it: read once, and from then on only what changed. So a change costs the same
 * however many entries there are. It is for choosing and showing: whoever changes an entry reads it in its transaction.
 */
export function createMirror({ readAll, readSome }: Pick<Store, "readAll" | "readSome">) {
	let records = new Map<EntryId, Entry | Unreadable>();
	/** Undefined when the records have changed since it was made. */
	let contents: Contents | undefined;
	/** What may have changed since it was read. */
	let stale: Set<EntryId> | "all" = "all";
	let reading: Promise<Contents> | undefined;
	let following: Promise<Contents> | undefined;

	async function readStale(): Promise<Contents> {
		const ids = stale;
		stale = new Set();
		try {
			if (ids === "all" || ids.size * ALL_FROM > records.size)
				records = new Map((await readAll()).map((record) => [record.id, record]));
			else
				for (const [id, record] of await readSome([...ids])) {
					if (record) records.set(id, record);
					else records.delete(id);
				}
		} catch (error) {
			stale = "all";
			throw error;
		}
		contents = undefined;
		return sorted();
	}

	function sorted(): Contents {
		if (contents) return contents;
		const all = [...records.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
		contents = {
			entries: all.filter((record) => record.status !== "unreadable"),
			unreadable: all.filter((record) => record.status === "unreadable"),
		};
		return contents;
	}

	function note(ids: readonly EntryId[] | null): void {
		if (ids === null) stale = "all";
		else if (stale !== "all") for (const id of ids) stale.add(id);
	}

	function read(): Promise<Contents> {
		if (stale !== "all" && stale.size === 0) return reading ?? Promise.resolve(sorted());
		if (reading) {
			const follow = () => {
				following = undefined;
				return read();
			};
			following ??= reading.then(follow, follow);
			return following;
		}
		reading = readStale().finally(() => {
			reading = undefined;
		});
		return reading;
	}

	return {
		/** Takes note of a change; null: of any record. */
		note,
		/** Takes over what this context has just written. If another has changed it since, that was noted or will be. */
		learn(written: readonly Entry[]): void {
			// What is being read at this moment may be older or newer.
			if (reading) note(written.map(({ id }) => id));
			else for (const entry of written) records.set(entry.id, entry);
			contents = undefined;
		},
		/** All there is, with every change that was noted before this call. */
		read,
	};
}
