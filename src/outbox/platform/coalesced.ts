import { after } from "./after.ts";

/** Pauses for this many milliseconds of real time. */
export const resting = (ms: number) => () => new Promise<void>((resolve) => void after(ms, resolve));

/**
 * Returns a function that runs `work`, which must not reject, and then `rest`. Any number of calls during a run cause just one more run.
 */
export function coalesced(work: () => Promise<void>, rest: () => Promise<void>): () => void {
	let running = false;
	let again = false;
	async function run(): Promise<void> {
		again = true;
		if (running) return;
		running = true;
		while (again) {
			again = false;
			await work();
			await rest();
		}
		running = false;
	}
	return () => void run();
}
