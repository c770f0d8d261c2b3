/** What the index says about a stored answer. */
export type KeptEntry = {
	/** When the server sent it, in milliseconds. */
	at: number;
	/** Characters of its JSON, about the same as bytes. */
	size: number;
	/** The name of the pin it belongs to; then only the user can delete it. */
	pin?: string | undefined;
};

export type KeptLimits = { count: number; size: number; one: number; age: number };

const DAY_MS = 86_400_000;

/** Limits for stored answers: how many, characters in total and per answer, and age in milliseconds. */
export const KEPT_LIMITS: KeptLimits = { count: 600, size: 20_000_000, one: 4_000_000, age: 30 * DAY_MS };

/** Also true for an answer from the future: the clock was set back, so its age is unknown. */
export const isTooOld = ({ at, pin }: KeptEntry, now: number, { age }: KeptLimits): boolean =>
	pin === undefined && (now - at > age || at - now > DAY_MS);

/** The answers to delete, never pinned ones: any that are too old or too large, then the oldest until the rest fits the limits. */
export function tooMuch(entries: Readonly<Record<string, KeptEntry>>, now: number, limits: KeptLimits): string[] {
	let count = 0;
	let size = 0;
	return Object.entries(entries)
		.toSorted(([, a], [, b]) => b.at - a.at)
		.filter(([, entry]) => {
			if (entry.pin !== undefined) return false;
			if (isTooOld(entry, now, limits) || entry.size > limits.one) return true;
			count += 1;
			size += entry.size;
			return count > limits.count || size > limits.size;
		})
		.map(([hash]) => hash);
}
