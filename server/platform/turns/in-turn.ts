/** Too many are waiting for their turn. Nothing was done. */
export class BusyError extends Error {
	override name = "BusyError";
}

/** Runs work when its turn comes. `whose`: turns rotate between these, and each one's work stays in order. */
export type InTurn = <T>(whose: string, work: () => Promise<T>) => Promise<T>;

type Options = {
	atOnce: number;
	/** How many may wait in total. */
	waiting: number;
};

/** One line per `whose`, with `atOnce` running at a time: a client that asks for a lot delays only itself. */
export function createTurns({ atOnce, waiting }: Options): InTurn {
	let running = 0;
	let length = 0;
	/** In the order of their turns. */
	const lines = new Map<string, (() => void)[]>();

	const wait = (whose: string) =>
		new Promise<void>((resolve) => {
			const line = lines.get(whose) ?? [];
			line.push(resolve);
			lines.set(whose, line);
			length += 1;
		});

	const next = (): (() => void) | undefined => {
		const [first] = lines;
		if (!first) return undefined;
		const [whose, line] = first;
		lines.delete(whose);
		const begin = line.shift();
		// To the end of the round.
		if (line.length > 0) lines.set(whose, line);
		length -= 1;
		return begin;
	};

	return async (whose, work) => {
		if (running >= atOnce) {
			if (length >= waiting) throw new BusyError("Too many passwords are being checked at once");
			await wait(whose);
		} else running += 1;
		try {
			return await work();
		} finally {
			// Pass the place on, or give it up.
			const begin = next();
			if (begin) begin();
			else running -= 1;
		}
	};
}
