import { plusDays } from "#server/platform/time/day.ts";

/** The last day on which a run still counts: being late by up to one cadence leaves no gap. */
export const lastDayOf = (day: string, everyDays: number): string => plusDays(day, 2 * everyDays);
