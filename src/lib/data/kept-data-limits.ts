/** What is known of a kept answer without reading it. */
export type KeptEntry = {
	/** When the server gave it, milliseconds. */
	at: number;
	/** Characters of its JSON: about bytes. */
	size: number;
};

export type KeptLimits = { count: number; size: number; one: number; age: number };

const DAY_MS = 86_400_000;

/** How much is kept for reading: answers, characters of all and of one, milliseconds. */
export const KEPT_LIMITS: KeptLimits = { count: 300, size: 20_000_000, one: 4_000_000, age: 30 * DAY_MS };

/** One from the future was read under a clock that has been set back since: how old it is nobody knows. */
export const isTooOld = ({ at }: KeptEntry, now: number, { age }: KeptLimits): boolean =>
	now - at > age || at - now > DAY_MS;

/** Which answers have to go: too old, too large, and then the oldest until the others are few and small enough. */
export function tooMuch(entries: Readonly<Record<string, KeptEntry>>, now: number, limits: KeptLimits): string[] {
	let count = 0;
	let size = 0;
	return Object.entries(entries)
		.toSorted(([, a], [, b]) => b.at - a.at)
		.filter(([, entry]) => {
			if (isTooOld(entry, now, limits) || entry.size > limits.one) return true;
			count += 1;
			size += entry.size;
			return count > limits.count || size > limits.size;
		})
		.map(([hash]) => hash);
}
