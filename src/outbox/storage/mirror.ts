import type { Entry } from "../entry.ts";
import type { Types } from "../types.ts";
import type { Unreadable } from "./record.ts";
import type { Store } from "./store.ts";

/** Everything stored, oldest first. */
export type Contents<T extends Types = Types> = {
	entries: readonly Entry<T>[];
	unreadable: readonly Unreadable<T>[];
};

/** If more than one in this many may have changed, reading everything is cheaper than reading one by one. */
const ALL_FROM = 4;

export type Mirror = ReturnType<typeof createMirror>;

/**
 * This context's copy of the store. It reads everything once and then only what changed, so a change costs the same no matter how
 * many entries there are. Use it only to choose and show entries: code that changes an entry must read it in its transaction.
 */
export function createMirror({ readAll, readSome }: Pick<Store, "readAll" | "readSome">) {
	let records = new Map<string, Entry | Unreadable>();
	/** Undefined if the records have changed since it was built. */
	let contents: Contents | undefined;
	/** Ids that may have changed since they were read. */
	let stale: Set<string> | "all" = "all";
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

	function note(ids: readonly string[] | null): void {
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
		/** Notes a change; null means any record. */
		note,
		/** Stores what this context has just written. If another context has changed it since, that was or will be noted. */
		learn(written: readonly Entry[]): void {
			// A read in progress may return an older or a newer version.
			if (reading) note(written.map(({ id }) => id));
			else for (const entry of written) records.set(entry.id, entry);
			contents = undefined;
		},
		/** Everything, including every change noted before this call. */
		read,
	};
}
