import { setTimeout as delay } from "node:timers/promises";

/**
 * A clock that moves only when something waits, fifty times as fast: a slow machine costs no time. `onWait` gets the time that has
 * passed.
 */
export function quickClock(onWait: (ms: number) => void = () => {}) {
	const start = Date.now();
	let waited = 0;
	return {
		now: () => start + waited,
		async wait(ms: number, signal?: AbortSignal) {
			await delay(ms / 50, undefined, signal && { signal }).catch(() => undefined);
			waited += ms;
			onWait(waited);
		},
	};
}
