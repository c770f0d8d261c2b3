import type { Entry } from "../entry.ts";
import type { NewEntry } from "../storage/record.ts";

/**
 * How an entry stands to those it comes after.
 * - `free`: all of them are accepted. `waits`: some are not yet. `stuck`: one of them is held, refused or gone.
 * - `open`: those that are not accepted.
 */
export type Order = { standing: "free" | "waits" | "stuck"; open: readonly string[] };

export const FREE: Order = { standing: "free", open: [] };

/** What is stored under an id; undefined if nothing is, `unreadable` if this code cannot read it. */
type Found = Pick<Entry, "status"> | { status: "unreadable" } | undefined;

const isStuck = (found: Found) => found === undefined || found.status === "held" || found.status === "rejected";

/** The order of an entry, by what is stored under the ids in its `after`. */
export function orderOf({ after = [] }: Pick<Entry, "after">, find: (id: string) => Found): Order {
	const open = after.filter((id) => find(id)?.status !== "accepted");
	if (open.length === 0) return FREE;
	return { standing: open.some((id) => isStuck(find(id))) ? "stuck" : "waits", open };
}

/** A request that names what it comes after by ids only, once the `earlier` ones of the same call have theirs. */
export function placed(request: NewEntry, earlier: readonly Entry[]): NewEntry {
	const { after } = request;
	if (!after) return request;
	const idOf = (place: number) => {
		const entry = earlier[place];
		if (!entry) throw new RangeError(`Nothing at place ${place} comes before it in the same call.`);
		return entry.id;
	};
	return { ...request, after: after.map((one) => (typeof one === "number" ? idOf(one) : one)) };
}

/**
 * The ids of those that come after themselves, or after one that does, such as in a file made by hand. Nothing that was enqueued
 * does: it can only come after what was there before it.
 */
export function inCircles(entries: readonly Pick<Entry, "id" | "after">[]): Set<string> {
	const open = new Map(entries.map(({ id, after = [] }) => [id, after]));
	for (let size = -1; size !== open.size; ) {
		size = open.size;
		for (const [id, after] of open) if (!after.some((one) => open.has(one))) open.delete(id);
	}
	return new Set(open.keys());
}
