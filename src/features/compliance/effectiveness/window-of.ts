import type { Window } from "#contract/frameworks/effectiveness.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";

/** The default length of the window up to today. */
const DAYS = 90;

/** The window that an address names; the last 90 days (UTC) up to `now` (milliseconds) where it names none. */
export const windowOf = ({ from, to }: { from: string; to: string }, now: number): Window => ({
	from: from === "" ? dayAfter(now, 1 - DAYS) : from,
	to: to === "" ? dayAfter(now, 0) : to,
});
