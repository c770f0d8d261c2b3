import { plusDays } from "#server/platform/time/day.ts";

/** The last day on which a run still says something: one that comes late by no more than a cadence leaves no hole. */
export const lastDayOf = (day: string, everyDays: number): string => plusDays(day, 2 * everyDays);
