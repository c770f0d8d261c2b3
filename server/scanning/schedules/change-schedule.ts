import type { ScheduleChange } from "#contract/scans/schedules.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import { checkTiming } from "./check-timing.ts";
import type { StoredSchedule } from "./stored-schedule.ts";

/**
 * A schedule after a change. A change to its times starts them over from now: missed runs are not made up for, and no longer counted. A
 * finished schedule runs again once it gets other times or is resumed.
 */
export function changeSchedule(
	current: StoredSchedule,
	{ status, ...fields }: ScheduleChange,
	now: Date,
): { ok: true; schedule: StoredSchedule } | Refusal {
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
	const schedule: StoredSchedule = { ...current, ...given };
	const moves = fields.recurrence !== undefined || fields.timeZone !== undefined || status !== undefined;
	if (!moves) return { ok: true, schedule };

	const paused = status === "paused" || (status === undefined && current.status === "paused");
	if (paused && fields.recurrence === undefined && fields.timeZone === undefined) {
		return { ok: true, schedule: { ...schedule, status: "paused", nextRunAt: null } };
	}
	const timing = checkTiming(schedule, now);
	if (!timing.ok) return timing;
	return {
		ok: true,
		schedule: {
			...schedule,
			status: paused ? "paused" : "active",
			nextRunAt: paused ? null : timing.next,
			missedRuns: 0,
		},
	};
}
