import { assertNever } from "#contract/assert-never.ts";
import type { Recurrence } from "#contract/scans/schedules.ts";

/** A recurrence as cron patterns, or as a local time if it does not recur. If there are several patterns, each one counts. */
export function patternsOf(recurrence: Recurrence): [string, ...string[]] {
	switch (recurrence.type) {
		case "once":
			return [`${recurrence.at}:00`];
		case "daily":
			return [`${minuteAndHour(recurrence.time)} * * *`];
		case "weekly":
			return [`${minuteAndHour(recurrence.time)} * * ${recurrence.days.join(",").toUpperCase()}`];
		case "monthly":
			return monthly(recurrence.day, minuteAndHour(recurrence.time));
		case "cron":
			return [recurrence.expression];
		default:
			return assertNever(recurrence);
	}
}

/** `L` is a month's last day. */
function monthly(day: number, time: string): [string, ...string[]] {
	if (day === 31) return [`${time} L * *`];
	if (day <= 28) return [`${time} ${day} * *`];
	return [`${time} ${day} 1,3-12 *`, `${time} L 2 *`];
}

function minuteAndHour(time: string): string {
	const [hour, minute] = time.split(":");
	return `${Number(minute)} ${Number(hour)}`;
}
