import type { Entry } from "../entry.ts";
import type { NewEntry } from "../storage/record.ts";

/**
 * Where an entry stands with the ones it comes after.
 * - `free`: all of them are accepted. `waits`: some are not yet. `stuck`: one of them is held, refused, or gone.
 * - `open`: the ones not accepted yet.
 */
export type Order = { standing: "free" | "waits" | "stuck"; open: readonly string[] };

export const FREE: Order = { standing: "free", open: [] };

/** What is stored under an id; undefined if nothing is, `unreadable` if this code can't read it. */
type Found = Pick<Entry, "status"> | { status: "unreadable" } | undefined;

const isStuck = (found: Found) => found === undefined || found.status === "held" || found.status === "rejected";

/** An entry's order, based on what is stored under the ids in its `after`. */
export function orderOf({ after = [] }: Pick<Entry, "after">, find: (id: string) => Found): Order {
	const open = after.filter((id) => find(id)?.status !== "accepted");
	if (open.length === 0) return FREE;
	return { standing: open.some((id) => isStuck(find(id))) ? "stuck" : "waits", open };
}

/** The request with only ids in its `after`, once the `earlier` requests in the same call have theirs. */
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
 * The ids of entries that come after themselves, or after one that does, as a hand-made file could say. Enqueued entries never do: they can
 * only come after entries that already existed.
 */
export function inCircles(entries: readonly Pick<Entry, "id" | "after">[]): Set<string> {
	const open = new Map(entries.map(({ id, after = [] }) => [id, after]));
	for (let size = -1; size !== open.size; ) {
		size = open.size;
		for (const [id, after] of open) if (!after.some((one) => open.has(one))) open.delete(id);
	}
	return new Set(open.keys());
}
