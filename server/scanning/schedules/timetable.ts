import { Cron } from "croner";
import type { Recurrence } from "#contract/scans/schedules.ts";
import { patternsOf } from "./patterns.ts";

/** When a recurrence falls, in local time. */
export type Timetable = {
	/** The first time after this one; undefined if there is none. */
	after(moment: Date): Date | undefined;
	/** The last time up to and including this one. */
	upTo(moment: Date): Date | undefined;
};

/** Throws for a cron expression or zone that does not exist; check-timing.ts checks that first. */
export function createTimetable(recurrence: Recurrence, timeZone: string): Timetable {
	if (recurrence.type === "once") {
		const once = createCron(patternsOf(recurrence)[0], timeZone).getOnce();
		if (!once) throw new Error(`${recurrence.at} is no local time`);
		return {
			after: (moment) => (once > moment ? once : undefined),
			upTo: (moment) => (once <= moment ? once : undefined),
		};
	}
	const crons = patternsOf(recurrence).map((pattern) => createCron(pattern, timeZone));
	return {
		after: (moment) => sorted(crons.map((cron) => cron.nextRun(moment))).at(0),
		upTo(moment) {
			// Cron looks before a moment, in whole seconds.
			const next = new Date(Math.floor(moment.getTime() / 1_000) * 1_000 + 1_000);
			return sorted(crons.flatMap((cron) => cron.previousRuns(1, next))).at(-1);
		},
	};
}

/** The next `count` times after a moment, soonest first. */
export function nextTimes({ after }: Timetable, moment: Date, count: number): Date[] {
	const times: Date[] = [];
	for (let next = after(moment); next && times.length < count; next = after(next)) times.push(next);
	return times;
}

const createCron = (pattern: string, timezone: string): Cron =>
	new Cron(pattern, { timezone, paused: true, ...(pattern.includes("T") ? {} : { mode: "5-part" }) });

const sorted = (times: (Date | null)[]): Date[] =>
	times.filter((time) => time !== null).toSorted((a, b) => a.getTime() - b.getTime());
