import { dayOf } from "#server/platform/time/day.ts";

const DAY_MS = 86_400_000;

/** A day so many days later, as `YYYY-MM-DD`. */
export const plusDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS));

/** The last day on which a run still says something: one that comes late by no more than a cadence leaves no hole. */
export const lastDayOf = (day: string, everyDays: number): string => plusDays(day, 2 * everyDays);
