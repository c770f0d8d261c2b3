/** What decides whether a session still counts. */
export type SessionLife = { remembered: boolean; createdAt: Date; lastSeenAt: Date };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A session that is not remembered ends after this long without use, and in any case this long after sign-in. */
export const IDLE_MS = 12 * HOUR_MS;
export const LONGEST_MS = 7 * DAY_MS;
/** A remembered session ends after this long without use. */
export const REMEMBERED_MS = 30 * DAY_MS;

export function isAlive({ remembered, createdAt, lastSeenAt }: SessionLife, now: Date): boolean {
	const idle = now.getTime() - lastSeenAt.getTime();
	if (remembered) return idle < REMEMBERED_MS;
	return idle < IDLE_MS && now.getTime() - createdAt.getTime() < LONGEST_MS;
}

/** Use of a session is recorded at most once a minute. */
export const isToBeTouched = ({ lastSeenAt }: SessionLife, now: Date): boolean =>
	now.getTime() - lastSeenAt.getTime() >= MINUTE_MS;
