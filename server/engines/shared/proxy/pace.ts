import { setTimeout as delay } from "node:timers/promises";

/** Lets through so many a second, evenly, in the order they came. False: it was aborted while it waited. */
export function createPace(perSecond: number, signal: AbortSignal): () => Promise<boolean> {
	const every = 1000 / perSecond;
	let next = 0;
	return async () => {
		const now = performance.now();
		const turn = Math.max(now, next);
		next = turn + every;
		if (turn > now) {
			try {
				await delay(turn - now, undefined, { signal });
			} catch {
				return false;
			}
		}
		return !signal.aborted;
	};
}
