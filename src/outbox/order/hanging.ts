import type { Entry } from "../entry.ts";

/** As much of a stored record as it takes to know what hangs on it. */
type Placed = { id: string; status: Entry["status"] | "unreadable"; after?: readonly string[] };

/**
 * What hangs on these, in the order of `all`: the entries that come after one of them, or after one that does, and so could never be sent
 * without it. Nothing hangs on an accepted one, and what is unreadable here is for the code that can read it.
 */
export function hangingOn<P extends Placed>(ids: Iterable<string>, all: readonly P[]): P[] {
	const given = new Set(ids);
	const followers = new Map<string, string[]>();
	const closed = new Set<string>();
	for (const { id, status, after = [] } of all) {
		if (status === "accepted") closed.add(id);
		if (status === "accepted" || status === "unreadable") continue;
		for (const leader of after) {
			const list = followers.get(leader);
			if (list) list.push(id);
			else followers.set(leader, [id]);
		}
	}
	const hanging = new Set<string>();
	const line = [...given].filter((id) => !closed.has(id));
	for (const leader of line) {
		for (const id of followers.get(leader) ?? []) {
			if (hanging.has(id) || given.has(id)) continue;
			hanging.add(id);
			line.push(id);
		}
	}
	return all.filter(({ id }) => hanging.has(id));
}

/** Those that something under way hangs on, and those under way: without them, it could be sent and have nothing to belong to. */
export function heldBy<P extends Placed>(all: readonly P[], isUnderWay: (one: P) => boolean): ReadonlySet<string> {
	const leaders = new Map(all.map(({ id, after = [] }) => [id, after]));
	const held = new Set<string>();
	const line = all.filter(isUnderWay).map(({ id }) => id);
	for (const id of line) {
		if (held.has(id)) continue;
		held.add(id);
		line.push(...(leaders.get(id) ?? []));
	}
	return held;
}
