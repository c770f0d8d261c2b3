import { after } from "./after.ts";

/** A pause of this many milliseconds, by the real clock. */
export const resting = (ms: number) => () => new Promise<void>((resolve) => void after(ms, resolve));

/**
 * A function that runs `work`, which must not reject, and then `rest`. Calls made in the meantime cause one more run, no matter
 * how many there are.
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
