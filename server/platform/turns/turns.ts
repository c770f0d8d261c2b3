/** A place for expensive work. Both methods may be called more than once. */
export type Turn = {
	/** The work is done: the next one may start. */
	done(): void;
	/** Its result is gone as well: its owner may ask for more. */
	end(): void;
};

export type Turns = {
	/** Undefined if one of the keys has as many turns as it may, or if none was free in time. */
	take(keys: readonly string[]): Promise<Turn | undefined>;
};

type Limits = {
	/** How many run at the same time. */
	atOnce: number;
	/** How many of them may have the same key. */
	eachAtOnce: number;
	/** How many turns each key has at the same time, including those that wait and those whose result is not gone yet. */
	each: number;
	/** How long to wait for a turn, in milliseconds. */
	waitMs: number;
};

type Waiting = { keys: readonly string[]; start: () => void };

/**
 * Shares expensive work fairly among callers. First come, first served, but each key (a workspace, an account) has only so many places
 * running and in line, so one key can never fill either.
 */
export function createTurns({ atOnce, eachAtOnce, each, waitMs }: Limits): Turns {
	const held = createCounts();
	const working = createCounts();
	const line = new Set<Waiting>();
	let free = atOnce;

	const mayStart = ({ keys }: Waiting) => free > 0 && working.most(keys) < eachAtOnce;
	const startNext = () => {
		const next = [...line].find(mayStart);
		next?.start();
	};
	const begin = (keys: readonly string[]): Turn => {
		let state: "working" | "done" | "ended" = "working";
		const done = () => {
			if (state !== "working") return;
			state = "done";
			free += 1;
			working.add(keys, -1);
			startNext();
		};
		return {
			done,
			end() {
				if (state === "ended") return;
				done();
				state = "ended";
				held.add(keys, -1);
			},
		};
	};

	return {
		take(given) {
			const keys = [...new Set(given)];
			if (held.most(keys) >= each) return Promise.resolve(undefined);
			held.add(keys, 1);
			const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
			const waiting: Waiting = {
				keys,
				start() {
					clearTimeout(clock);
					line.delete(waiting);
					free -= 1;
					working.add(keys, 1);
					resolve(begin(keys));
				},
			};
			const clock = setTimeout(() => {
				line.delete(waiting);
				held.add(keys, -1);
				resolve(undefined);
			}, waitMs);
			line.add(waiting);
			if (mayStart(waiting)) waiting.start();
			return promise;
		},
	};
}

/** How many of something each key has. */
function createCounts() {
	const counts = new Map<string, number>();
	return {
		most: (keys: readonly string[]) => Math.max(0, ...keys.map((key) => counts.get(key) ?? 0)),
		add(keys: readonly string[], by: 1 | -1) {
			for (const key of keys) {
				const now = (counts.get(key) ?? 0) + by;
				if (now > 0) counts.set(key, now);
				else counts.delete(key);
			}
		},
	};
}
