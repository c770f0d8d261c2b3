/** Random numbers that a seed can repeat. */
export type Random = {
	/** At least 0 and less than `below`. */
	upTo(below: number): number;
	pick<T>(from: readonly T[]): T;
};

/** Mulberry32. */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
	const upTo = (below: number) => Math.floor(next() * below);
	return {
		upTo,
		pick(from) {
			const picked = from[upTo(from.length)];
			if (picked === undefined) throw new Error("There is nothing to pick from");
			return picked;
		},
	};
}
