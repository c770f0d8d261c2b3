import { type Recurrence, type Schedule, type ScheduleRun, WEEKDAYS, type Weekday } from "#contract/scans/schedules.ts";

/** Days of the week in a list. */
export const DAY_LABELS: Record<Weekday, string> = {
	mon: "Monday",
	tue: "Tuesday",
	wed: "Wednesday",
	thu: "Thursday",
	fri: "Friday",
	sat: "Saturday",
	sun: "Sunday",
};

export const REPEAT_LABELS: Record<Recurrence["type"], string> = {
	once: "Once",
	daily: "Every day",
	weekly: "On days of the week",
	monthly: "On a day of the month",
	cron: "By a cron expression",
};

const listed = (names: string[]) =>
	names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** When a schedule runs, in its own time zone. */
export function recurrenceText(recurrence: Recurrence): string {
	switch (recurrence.type) {
		case "once":
			return `Once, ${localText(recurrence.at)}`;
		case "daily":
			return `Every day at ${recurrence.time}`;
		case "weekly": {
			const days = WEEKDAYS.filter((day) => recurrence.days.includes(day)).map((day) => DAY_LABELS[day]);
			return `Every ${listed(days)} at ${recurrence.time}`;
		}
		case "monthly": {
			const { day, time } = recurrence;
			const last = day === 31 ? "On the last day of the month" : `On day ${day} of the month`;
			return `${last}${day === 29 || day === 30 ? ", or its last," : ""} at ${time}`;
		}
		case "cron":
			return `By cron: ${recurrence.expression}`;
	}
}

const FULL: Intl.DateTimeFormatOptions = {
	weekday: "short",
	day: "numeric",
	month: "short",
	year: "numeric",
	hour: "2-digit",
	minute: "2-digit",
};

/** A moment in a time zone; in UTC if this device does not know the zone. */
export function momentText(at: string, timeZone: string): string {
	try {
		return new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone }).format(new Date(at));
	} catch {
		return `${new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone: "UTC" }).format(new Date(at))} UTC`;
	}
}

/** A local date and time, whatever its zone. */
const localText = (at: string) => momentText(`${at}:00Z`, "UTC");

/** How the last run went. */
export function lastRunText(run: ScheduleRun, timeZone: string): string {
	const when = momentText(run.plannedAt ?? run.at, timeZone);
	switch (run.outcome) {
		case "started": {
			return run.plannedAt === null ? `Started by hand on ${when}` : `Started on ${when}`;
		}
		case "skipped":
			return `Skipped on ${when}: the previous scan was still running`;
		case "refused":
			return `Not started on ${when}. ${run.message}`;
		case "missed":
			return `Missed on ${when}: the server was not running`;
	}
}

/** How many planned runs were missed; empty when none was. */
export function missedText({ missedRuns }: Pick<Schedule, "missedRuns">): string {
	if (missedRuns === 0) return "";
	const runs = missedRuns === 1 ? "1 planned run was" : `${missedRuns.toLocaleString("en")} planned runs were`;
	return `${runs} missed because the server was not running.`;
}
