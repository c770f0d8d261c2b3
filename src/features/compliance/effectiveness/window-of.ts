import type { Window } from "#contract/frameworks/effectiveness.ts";

/** Without a choice, the time up to today. */
const DAYS = 90;
const DAY_MS = 86_400_000;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);

/** The window that an address names; the last 90 days (UTC) up to `now` (milliseconds) where it names none. */
export const windowOf = ({ from, to }: { from: string; to: string }, now: number): Window => ({
	from: from === "" ? dayOf(now - (DAYS - 1) * DAY_MS) : from,
	to: to === "" ? dayOf(now) : to,
});
