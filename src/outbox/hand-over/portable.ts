import type { Entry, Envelope } from "../entry.ts";

/**
 * An entry as it starts on the device that imported it: under its key, in its scope, with its limits, and due. Times in the future,
 * from another clock, become now; otherwise the entry would never get too old to be sent without asking.
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

/** `leftOut`: with files, whose bytes would not come along, or without what they come after. */
type Portable<E> = { given: E[]; leftOut: { entry: E; because: "files" | "after" }[] };

/**
 * Which of the chosen entries may go into a file, as they are written there. One that comes after others goes only with them: on
 * another device it would wait for what never comes there.
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
