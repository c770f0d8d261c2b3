/** The day of a time, in UTC, as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const DAY_MS = 86_400_000;

/** The date this many days later, as `YYYY-MM-DD`. */
export const plusDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS));
