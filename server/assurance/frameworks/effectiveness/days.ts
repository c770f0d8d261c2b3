const DAY_MS = 86_400_000;

/** A calendar day (UTC, YYYY-MM-DD) as a number of days, to count with. */
export const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayFrom = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
/** The moment when a day is over. */
export const endOf = (day: string): Date => new Date((numberOf(day) + 1) * DAY_MS);
export const startOf = (day: string): Date => new Date(numberOf(day) * DAY_MS);
