import type { ScanKind } from "#contract/scans/scans.ts";
import {
	type Overlap,
	type Recurrence,
	recurrence,
	type Schedule,
	type ScheduleRequest,
	scheduleRequest,
	type Weekday,
} from "#contract/scans/schedules.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { trimmed, type Values } from "#src/lib/submission/submission-state.ts";
import { FORMS } from "../launch/launch-forms.ts";

/** What was typed or chosen. Fields of other choices are kept: choosing one again brings its values back. */
export type ScheduleValues = {
	name: string;
	kind: ScanKind;
	/** By the name of the field; those that several kinds have are shared. */
	scan: Values;
	repeats: Recurrence["type"];
	/** Local date and time of one that runs once. */
	at: string;
	time: string;
	days: readonly Weekday[];
	/** Day of the month, as typed. */
	day: string;
	expression: string;
	timeZone: string;
	overlap: Overlap;
	digest: boolean;
};

/** A scan's fields in a schedule's form, which has no email field: the account's own address is used. */
export const fieldsOf = (kind: ScanKind) => FORMS[kind].fields.filter(({ name }) => name !== "email");

export const emptySchedule = (timeZone: string): ScheduleValues => ({
	name: "",
	kind: "combined",
	scan: {},
	repeats: "daily",
	at: "",
	time: "06:00",
	days: ["mon"],
	day: "1",
	expression: "",
	timeZone,
	overlap: "skip",
	digest: true,
});

/** A schedule as its form shows it. */
export function valuesOf({ name, request, recurrence: when, timeZone, overlap, digest }: Schedule): ScheduleValues {
	return {
		...emptySchedule(timeZone),
		name,
		overlap,
		digest,
		kind: request.kind,
		repeats: when.type,
		scan: { ...request.body } as Values,
		...("at" in when && { at: when.at }),
		...("time" in when && { time: when.time }),
		...("days" in when && { days: when.days }),
		...("day" in when && { day: String(when.day) }),
		...("expression" in when && { expression: when.expression }),
	};
}

function recurrenceIn({ repeats, at, time, days, day, expression }: ScheduleValues): unknown {
	switch (repeats) {
		case "once":
			return { type: repeats, at };
		case "daily":
			return { type: repeats, time };
		case "weekly":
			return { type: repeats, days, time };
		case "monthly":
			return { type: repeats, day: day.trim() === "" ? Number.NaN : Number(day), time };
		case "cron":
			return { type: repeats, expression };
	}
}

/** When it runs; null until that is filled in. */
export function timingIn(values: ScheduleValues): { recurrence: Recurrence; timeZone: string } | null {
	const read = recurrence.safeParse(recurrenceIn(values));
	return read.success && values.timeZone !== "" ? { recurrence: read.data, timeZone: values.timeZone } : null;
}

/** What is sent. Throws the server's own kind of failure for fields that are not filled in. */
export function scheduleIn(values: ScheduleValues): ScheduleRequest {
	const { name, kind, scan, timeZone, overlap, digest } = values;
	const own = fieldsOf(kind).map((field) => [field.name, scan[field.name] ?? ""]);
	const body = Object.fromEntries(Object.entries(trimmed(Object.fromEntries(own))).filter(([, value]) => value !== ""));
	const read = scheduleRequest.safeParse({
		name,
		timeZone,
		overlap,
		digest,
		request: { kind, body },
		recurrence: recurrenceIn(values),
	});
	if (read.success) return read.data;
	const fields = read.error.issues.map(({ path, message }) => ({ field: `/${path.join("/")}`, message }));
	throw new ApiFailure(fields[0]?.message ?? "", { status: 400, code: "invalid_body", details: { fields } });
}
