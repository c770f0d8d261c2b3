const HOUR = 3_600_000;

/** A receiver may ask for more patience, but not for more than this. */
const LONGEST_WAIT = 24 * HOUR;
/** Up to so much is added by chance, so that what failed together is not tried again together. */
const JITTER = 0.2;

type Failed = {
	/** How many tries there were, with this one. */
	attempts: number;
	now: Date;
	/** Until when the receiver wants to hear nothing. */
	notBefore: Date | undefined;
	/** From 0 to 1. */
	random: number;
	/** How long to wait after each try, in milliseconds. */
	waits: readonly number[];
};

/** When something is tried next; null if it is given up. */
export function nextTry({ attempts, now, notBefore, random, waits }: Failed): Date | null {
	const wait = waits[attempts - 1];
	if (wait === undefined) return null;
	const own = wait * (1 + JITTER * random);
	const asked = notBefore ? Math.min(LONGEST_WAIT, notBefore.getTime() - now.getTime()) : 0;
	return new Date(now.getTime() + Math.round(Math.max(own, asked)));
}

/** What a `Retry-After` says: seconds or a date (RFC 9110, 10.2.3). Undefined without one, or if it says neither. */
export function retryAfterOf(text: string | undefined, now: Date): Date | undefined {
	if (text === undefined) return undefined;
	const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
	return Number.isNaN(at) ? undefined : new Date(at);
}
