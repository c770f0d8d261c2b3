const DAY_MS = 86_400_000;

/** From this age on, a device's copy of a client should not be relied on. In days. */
const STALE_DAYS = 7;
/** How many days earlier to warn. */
const WARNED_DAYS = 2;

/** The text about the copy's age; null while it is fresh. */
export function ageWarning(at: number, now: number): string | null {
	const days = Math.floor((now - at) / DAY_MS);
	if (days >= STALE_DAYS) return `It is ${days} days old. Refresh it before you rely on it.`;
	const left = STALE_DAYS - days;
	if (left > WARNED_DAYS) return null;
	return `It gets old ${left === 1 ? "tomorrow" : `in ${left} days`}. Refresh it while you have a connection.`;
}
