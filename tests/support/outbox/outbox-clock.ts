/** A clock that only moves when told to. */
export function fakeClock(start = Date.UTC(2026, 0, 1)) {
	let time = start;
	/** Timers run by elapsed time, whatever the date is set to, as in a browser. */
	let elapsed = 0;
	const timers = new Set<{ at: number; run(): void }>();
	return {
		now: () => time,
		after(ms: number, run: () => void): () => void {
			const timer = { at: elapsed + ms, run };
			timers.add(timer);
			return () => timers.delete(timer);
		},
		/** Lets time pass and runs the timers that have become due, earliest first. */
		advance(ms: number): void {
			const end = elapsed + ms;
			for (;;) {
				const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
				if (!next) break;
				timers.delete(next);
				time += next.at - elapsed;
				elapsed = next.at;
				next.run();
			}
			time += end - elapsed;
			elapsed = end;
		},
		/** Sets the date without letting time pass. */
		jump(ms: number): void {
			time += ms;
		},
		timers: () => timers.size,
	};
}

/** Runs everything that only waits for the event loop: promises and the fake IndexedDB, never the clock. */
export async function turns(count = 40): Promise<void> {
	for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits, turn by turn, until something is true. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	for (let i = 0; i < 2000; i++) {
		if (await holds()) return;
		await turns(1);
	}
	throw new Error(`Never came true: ${holds}`);
}

/** A small seeded generator (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
