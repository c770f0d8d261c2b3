/** What costs much is done at most so many times at once, of each key. */
export type Slots = {
	/** Takes a place. Returns what gives it back, once; undefined if all are taken. */
	take(key?: string): (() => void) | undefined;
};

export function createSlots(atOnce: number): Slots {
	const taken = new Map<string, number>();
	return {
		take(key = "") {
			const others = taken.get(key) ?? 0;
			if (others >= atOnce) return undefined;
			taken.set(key, others + 1);
			let isMine = true;
			return () => {
				if (!isMine) return;
				isMine = false;
				const left = (taken.get(key) ?? 1) - 1;
				if (left > 0) taken.set(key, left);
				else taken.delete(key);
			};
		},
	};
}
