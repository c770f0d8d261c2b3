import type { Entry, Envelope } from "../entry.ts";

/**
 * An entry as it starts out on the device that imported it: with its key, scope, and limits, and due. Times in the future, from another
 * clock, become now; otherwise the entry would never be old enough to ask before it is sent.
 */
export function arrived(carried: Envelope, now: number): Entry {
	const { confirmedAt, ...envelope } = carried;
	return {
		...envelope,
		createdAt: Math.min(carried.createdAt, now),
		handedOverAt: Math.min(carried.handedOverAt ?? now, now),
		...(confirmedAt !== undefined && { confirmedAt: Math.min(confirmedAt, now) }),
		...(carried.owner === "unclaimed" ? { status: "held", reason: "sign-in" } : { status: "queued", notBefore: now }),
	};
}

/** `leftOut`: entries with files, whose bytes wouldn't come along, or chosen without the entries they come after. */
type Portable<E> = { given: E[]; leftOut: { entry: E; because: "files" | "after" }[] };

/**
 * Which of the chosen entries may go into a file, as they are written there. An entry that comes after others goes only with them: on
 * another device it would wait forever for entries that never arrive.
 */
export function portable<E extends Entry>(chosen: readonly E[], all: readonly E[]): Portable<E> {
	const accepted = new Set(all.flatMap(({ id, status }) => (status === "accepted" ? id : [])));
	let given = chosen
		.filter(({ attachments }) => attachments === undefined)
		.map((entry): E => {
			const after = entry.after?.filter((id) => !accepted.has(id));
			const { after: _, ...rest } = entry;
			return (after?.length ? { ...rest, after } : rest) as E;
		});
	for (let size = -1; size !== given.length; ) {
		size = given.length;
		const ids = new Set(given.map(({ id }) => id));
		given = given.filter(({ after = [] }) => after.every((id) => ids.has(id)));
	}
	const ids = new Set(given.map(({ id }) => id));
	const leftOut = chosen
		.filter(({ id }) => !ids.has(id))
		.map((entry) => ({ entry, because: entry.attachments ? ("files" as const) : ("after" as const) }));
	return { given, leftOut };
}
