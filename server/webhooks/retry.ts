const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after each try that failed (Standard Webhooks). After the last one, a message is given up. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];
/** A receiver may ask for more patience, but not for more than this. */
const LONGEST_WAIT = 24 * HOUR;
/** Up to so much is added by chance, so that what failed together is not tried again together. */
const JITTER = 0.2;

type Failed = {
	/** How many tries there were, with this one. */
	attempts: number;
	now: Date;
	/** `Retry-After` as it was sent: seconds or a date. */
	retryAfter: string | undefined;
	/** From 0 to 1. */
	random: number;
	/** How long to wait after each try, if not as for webhooks. */
	waits?: readonly number[];
};

/** When a message is tried next; null if it is given up. */
export function nextTry({ attempts, now, retryAfter, random, waits = WAITS }: Failed): Date | null {
	const wait = waits[attempts - 1];
	if (wait === undefined) return null;
	const own = wait * (1 + JITTER * random);
	const asked = Math.min(LONGEST_WAIT, askedWait(retryAfter, now));
	return new Date(now.getTime() + Math.round(Math.max(own, asked)));
}

function askedWait(retryAfter: string | undefined, now: Date): number {
	if (retryAfter === undefined) return 0;
	if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
	const at = Date.parse(retryAfter);
	return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime());
}
