const HOUR = 3_600_000;

/** The longest wait that a receiver may ask for. */
const LONGEST_WAIT = 24 * HOUR;
/** Up to this much is added at random, so that things that failed together are not retried together. */
const JITTER = 0.2;

type Failed = {
	/** The number of tries, including this one. */
	attempts: number;
	now: Date;
	/** The time before which the receiver does not want another request. */
	notBefore: Date | undefined;
	/** From 0 to 1. */
	random: number;
	/** How long to wait after each try, in milliseconds. */
	waits: readonly number[];
};

/** When the next try is; null if we give up. */
export function nextTry({ attempts, now, notBefore, random, waits }: Failed): Date | null {
	const wait = waits[attempts - 1];
	if (wait === undefined) return null;
	const own = wait * (1 + JITTER * random);
	const asked = notBefore ? Math.min(LONGEST_WAIT, notBefore.getTime() - now.getTime()) : 0;
	return new Date(now.getTime() + Math.round(Math.max(own, asked)));
}

/** What a `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3). Undefined if it is missing or is neither. */
export function retryAfterOf(text: string | undefined, now: Date): Date | undefined {
	if (text === undefined) return undefined;
	const at = /^\d{1,9}$/.test(text) ? now.getTime() + Number(text) * 1_000 : Date.parse(text);
	return Number.isNaN(at) ? undefined : new Date(at);
}
