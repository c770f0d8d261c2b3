import { type Recurrence, type Schedule, type ScheduleRun, WEEKDAYS, type Weekday } from "#contract/schedules.ts";

/** Days of the week in a list. */
export const DAY_NAMES: Record<Weekday, string> = {
	mon: "Monday",
	tue: "Tuesday",
	wed: "Wednesday",
	thu: "Thursday",
	fri: "Friday",
	sat: "Saturday",
	sun: "Sunday",
};

export const REPEATS: Record<Recurrence["type"], string> = {
	once: "Once",
	daily: "Every day",
	weekly: "On days of the week",
	monthly: "On a day of the month",
	cron: "By a cron expression",
};

const listed = (words: string[]) =>
	words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** When a schedule runs, by the clocks of its zone. */
export function recurrenceWords(recurrence: Recurrence): string {
	switch (recurrence.type) {
		case "once":
			return `Once, ${localWords(recurrence.at)}`;
		case "daily":
			return `Every day at ${recurrence.time}`;
		case "weekly": {
			const days = WEEKDAYS.filter((day) => recurrence.days.includes(day)).map((day) => DAY_NAMES[day]);
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

/** A moment by the clocks of a zone; a zone that this device does not know is told in UTC. */
export function momentWords(at: string, timeZone: string): string {
	try {
		return new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone }).format(new Date(at));
	} catch {
		return `${new Intl.DateTimeFormat("en-GB", { ...FULL, timeZone: "UTC" }).format(new Date(at))} UTC`;
	}
}

/** A local date and time, whatever its zone. */
const localWords = (at: string) => momentWords(`${at}:00Z`, "UTC");

/** What became of the last run. */
export function lastRunWords(run: ScheduleRun, timeZone: string): string {
	const when = momentWords(run.plannedAt ?? run.at, timeZone);
	switch (run.outcome) {
		case "started": {
			return run.plannedAt === null ? `Started by hand on ${when}` : `Started on ${when}`;
		}
		case "skipped":
			return `Skipped on ${when}: the scan before it had not ended`;
		case "refused":
			return `Not started on ${when}. ${run.message}`;
		case "missed":
			return `Missed on ${when}: the server was not running`;
	}
}

/** How many planned runs were not made; empty when none was. */
export function missedWords({ missedRuns }: Pick<Schedule, "missedRuns">): string {
	if (missedRuns === 0) return "";
	const runs = missedRuns === 1 ? "1 planned run was" : `${missedRuns.toLocaleString("en")} planned runs were`;
	return `${runs} not made because the server was not running.`;
}
