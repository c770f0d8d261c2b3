import { NEXT_RUNS, type Schedule } from "#contract/scans/schedules.ts";
import type { StoredSchedule } from "./stored-schedule.ts";
import { createTimetable, nextTimes } from "./timetable.ts";

/** A schedule as its account reads it. */
export function showSchedule({ nextRunAt, createdAt, ...schedule }: StoredSchedule): Schedule {
	const { recurrence, timeZone } = schedule;
	const next = nextRunAt
		? [nextRunAt, ...nextTimes(createTimetable(recurrence, timeZone), nextRunAt, NEXT_RUNS - 1)]
		: [];
	return { ...schedule, nextRuns: next.map((time) => time.toISOString()), createdAt: createdAt.toISOString() };
}
