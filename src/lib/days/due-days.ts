import { counted } from "#contract/format/count.ts";

const DAY_MS = 86_400_000;
const YEAR = 365.25;
/** From this many days on, it is given in years. */
const LONG = 2 * YEAR;

/** Whole days from today, as the reader's calendar has it, to a calendar day; negative once it has passed. `now` in milliseconds. */
export function daysUntil(day: string, now: number): number {
	const here = now - new Date(now).getTimezoneOffset() * 60_000;
	return Math.round((Date.parse(`${day}T00:00:00Z`) - Math.floor(here / DAY_MS) * DAY_MS) / DAY_MS);
}

/** The calendar day (UTC, YYYY-MM-DD) so many days after `now` (milliseconds). */
export const dayAfter = (now: number, days: number): string => new Date(now + days * DAY_MS).toISOString().slice(0, 10);

/** How far away a day is. */
export function dueText(day: string, now: number): string {
	const days = daysUntil(day, now);
	if (days === 0) return "today";
	const words = Math.abs(days) < LONG ? counted(Math.abs(days), "day") : `${Math.floor(Math.abs(days) / YEAR)} years`;
	return days > 0 ? `in ${words}` : `${words} ago`;
}
