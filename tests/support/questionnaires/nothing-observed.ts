import type { Observed } from "#server/assurance/findings/facts/observed.ts";

/** The time as of which observations are read here. */
export const NOW = new Date("2026-11-24T12:00:00.000Z");
/** This many days before. */
export const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

/** A client of which no scan has seen anything. */
export const NOTHING: Observed = {
	now: NOW,
	hosts: [],
	seen: [],
	present: [],
	fixed: { findings: 0, medianDays: 0, slowestDays: 0 },
	schedules: [],
	unsupported: [],
};
