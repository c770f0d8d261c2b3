import type { LockRecord } from "./lock-record.ts";

export type Tries = LockRecord["tries"];

export const NO_TRIES: Tries = { wrong: 0, at: 0 };

/** This many wrong PINs cause no wait. */
export const FREE_TRIES = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;

/** How long to wait after this many wrong PINs, in milliseconds. */
const waitAfter = (wrong: number): number =>
	wrong <= FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES - 1), LONGEST_WAIT_MS);

/** When a PIN may be tried again, in milliseconds; null: now. */
export function waitUntil({ wrong, at }: Tries, now: number): number | null {
	const wait = waitAfter(wrong);
	return wait > 0 && now < at + wait ? at + wait : null;
}

/** If the clock was set back since, the wait starts over, so changing or correcting the clock neither shortens nor extends it. */
export const restarted = (tries: Tries, now: number): Tries => (now < tries.at ? { ...tries, at: now } : tries);

/** An attempt counts as wrong before the PIN is checked, so killing the app in between gives no free attempt. */
export const counted = ({ wrong }: Tries, now: number): Tries => ({ wrong: wrong + 1, at: now });
