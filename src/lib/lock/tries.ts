import type { LockRecord } from "./lock-record.ts";

export type Tries = LockRecord["tries"];

export const NO_TRIES: Tries = { wrong: 0, at: 0 };

/** So many wrong ones are free. */
export const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long to wait after so many wrong ones, in milliseconds. */
const waitAfter = (wrong: number): number =>
	wrong <= FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES - 1), LONGEST_WAIT_MS);

/** When a PIN may be tried again, in milliseconds; null: now. */
export function waitUntil({ wrong, at }: Tries, now: number): number | null {
	const wait = waitAfter(wrong);
	return wait > 0 && now < at + wait ? at + wait : null;
}

/** The clock was set back since: the wait begins again, so that neither this nor a clock that was wrong before shortens or lengthens it. */
export const restarted = (tries: Tries, now: number): Tries => (now < tries.at ? { ...tries, at: now } : tries);

/** A try is counted as a wrong one before the PIN is looked at: an app that is killed in between gives no free one. */
export const counted = ({ wrong }: Tries, now: number): Tries => ({ wrong: wrong + 1, at: now });
