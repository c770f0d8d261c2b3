import { randomUUID } from "node:crypto";
import { type Recurrence, WEEKDAYS, type Weekday } from "#contract/scans/schedules.ts";
import type { Watch } from "#server/identity/accounts/store/pending-watch.ts";
import { checkTiming } from "#server/scanning/schedules/check-timing.ts";
import type { StoredSchedule } from "#server/scanning/schedules/stored-schedule.ts";
import { hostOf } from "./host-of.ts";

/** Leaves room for the rest of a schedule's name. */
const NAME_LENGTH = 80;

/** The same day of the week and time of day as now, in the person's zone. */
function weeklyFrom(now: Date, timeZone: string): Recurrence {
	const parts = new Intl.DateTimeFormat("en-US", {
		timeZone,
		weekday: "short",
		hour: "2-digit",
		minute: "2-digit",
		hourCycle: "h23",
	}).formatToParts(now);
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? "";
	const day = WEEKDAYS.find((weekday): weekday is Weekday => weekday === part("weekday").toLowerCase());
	return { type: "weekly", days: [day ?? "mon"], time: `${part("hour")}:${part("minute")}` };
}

/** A scan of the host every week, starting in a week. Undefined for an unknown time zone. */
export function weeklySchedule({ target, timeZone }: Watch, now: Date): StoredSchedule | undefined {
	// Checked first: a recurrence in an unknown zone cannot be created.
	if (!checkTiming({ recurrence: { type: "daily", time: "00:00" }, timeZone }, now).ok) return undefined;
	const recurrence = weeklyFrom(now, timeZone);
	const timing = checkTiming({ recurrence, timeZone }, now);
	if (!timing.ok) return undefined;
	return {
		id: randomUUID(),
		name: `${hostOf(target).slice(0, NAME_LENGTH)} every week`,
		request: { kind: "combined", body: { target } },
		recurrence,
		timeZone,
		overlap: "skip",
		digest: true,
		status: "active",
		nextRunAt: timing.next,
		lastRun: null,
		missedRuns: 0,
		createdAt: now,
	};
}
