import { plusDays } from "#server/platform/time/day.ts";

/** The last day on which a run still counts: its test's cadence, after which it should have been run again. */
export const lastDayOf = (day: string, everyDays: number): string => plusDays(day, everyDays);
