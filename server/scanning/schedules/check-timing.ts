import type { Recurrence } from "#contract/scans/schedules.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { createTimetable, type Timetable } from "./timetable.ts";

type Timing = { recurrence: Recurrence; timeZone: string };

/** Times in requests have a four-digit year, and in zones west of UTC the last local hours of 9999 are beyond it. */
const LAST_TIME = new Date("9999-12-31T23:59:59.999Z");

/** Whether such times exist and one of them is in the future. */
export function checkTiming(
	{ recurrence, timeZone }: Timing,
	now: Date,
): { ok: true; timetable: Timetable; next: Date } | Refusal {
	if (!isZone(timeZone)) {
		return refuseField("timeZone", "There is no such time zone. Please give its name, such as Africa/Lagos or UTC.");
	}
	if (recurrence.type === "cron" && !isExpression(recurrence.expression)) {
		return refuseField(
			"recurrence/expression",
			"This is not a cron expression. Please give five fields: minute, hour, day of the month, month and day of the week, such as 30 6 * * MON-FRI.",
		);
	}
	const timetable = createTimetable(recurrence, timeZone);
	const next = timetable.after(now);
	if (next && next > LAST_TIME) {
		return refuseField("recurrence/at", "That time is too far in the future. Please give one before the year 10000.");
	}
	if (next) return { ok: true, timetable, next };
	return recurrence.type === "once"
		? refuseField("recurrence/at", `That time is over in ${timeZone}. Please give one that is still to come.`)
		: refuseField("recurrence/expression", "This never happens: no date matches. Please give other days.");
}

const refuseField = (field: string, message: string) =>
	refuse("invalid_body", message, { fields: [{ field: `/${field}`, message }] });

/** Only names: an offset such as `+01:00` has no daylight saving time. */
function isZone(name: string): boolean {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
	try {
		new Intl.DateTimeFormat("en", { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/**
 * Five fields. The library would also accept nicknames such as `@daily`, `?` for the moment it is read at, and `+` for days that fit both
 * fields: looking for one that never comes would block the whole server.
 */
function isExpression(expression: string): boolean {
	if (!/^[^\s@?+]+(\s+[^\s@?+]+){4}$/.test(expression)) return false;
	try {
		createTimetable({ type: "cron", expression }, "UTC");
		return true;
	} catch {
		return false;
	}
}
