/** A place among those who do what costs much. Both may be called more than once. */
export type Turn = {
	/** The work is done: the next one may begin. */
	done(): void;
	/** What it made is gone as well: its owner may ask for more. */
	end(): void;
};

export type Turns = {
	/** Undefined if one of the keys has as many turns as it may, or if none was free in time. */
	take(keys: readonly string[]): Promise<Turn | undefined>;
};

type Limits = {
	/** How many do it at the same time. */
	atOnce: number;
	/** How many turns each key has at the same time, with those that wait. */
	each: number;
	/** How long one waits for a turn, in milliseconds. */
	waitMs: number;
};

/**
 * Shares what costs much among all who ask for it. Who asks first is next, but each key (a workspace, an account) has only so many
 * places in the line, so that the line is never full of one.
 */
export function createTurns({ atOnce, each, waitMs }: Limits): Turns {
	const held = new Map<string, number>();
	const line = new Set<() => void>();
	let free = atOnce;

	const count = (keys: readonly string[], by: 1 | -1) => {
		for (const key of keys) {
			const now = (held.get(key) ?? 0) + by;
			if (now > 0) held.set(key, now);
			else held.delete(key);
		}
	};
	const begin = (keys: readonly string[]): Turn => {
		let state: "working" | "done" | "ended" = "working";
		const done = () => {
			if (state !== "working") return;
			state = "done";
			free += 1;
			const [next] = line;
			next?.();
		};
		return {
			done,
			end() {
				if (state === "ended") return;
				done();
				state = "ended";
				count(keys, -1);
			},
		};
	};

	return {
		take(given) {
			const keys = [...new Set(given)];
			if (keys.some((key) => (held.get(key) ?? 0) >= each)) return Promise.resolve(undefined);
			count(keys, 1);
			const { promise, resolve } = Promise.withResolvers<Turn | undefined>();
			const start = () => {
				clearTimeout(clock);
				line.delete(start);
				free -= 1;
				resolve(begin(keys));
			};
			const clock = setTimeout(() => {
				line.delete(start);
				count(keys, -1);
				resolve(undefined);
			}, waitMs);
			line.add(start);
			if (free > 0) start();
			return promise;
		},
	};
}
