import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { scanId } from "#contract/ids.ts";
import { SCAN_KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import { SCAN_BODIES, scanStatus } from "./scans.ts";

/** How many schedules an account may have. */
export const SCHEDULES_LIMIT = 50;

/** How many of the next runs are listed. */
export const NEXT_RUNS = 5;

type WithoutEmail<S extends z.core.$ZodShape> = { [F in Exclude<keyof S, "email">]: S[F] };
type FormOf<K extends ScanKind, S extends z.core.$ZodShape> = z.ZodMiniObject<
	{ kind: z.ZodMiniLiteral<K>; body: z.ZodMiniObject<WithoutEmail<S>, z.core.$strict> },
	z.core.$strict
>;
/** A kind of scan with the fields of its body, except the email address. */
type ScheduledForm = { [K in ScanKind]: FormOf<K, (typeof SCAN_BODIES)[K]["shape"]> }[ScanKind];

function scheduledForm(kind: ScanKind) {
	const { email, ...shape }: Record<string, z.ZodMiniType> = SCAN_BODIES[kind].shape;
	return z.strictObject({ kind: z.literal(kind), body: z.strictObject(shape) });
}

/**
 * What a schedule runs. Its runs do not each send a report, so it has no email address: their changes are sent as one digest to the
 * account's own address.
 */
export const scheduledScan = z.discriminatedUnion(
	"kind",
	SCAN_KINDS.map(scheduledForm) as [ScheduledForm, ...ScheduledForm[]],
);
export type ScheduledScan = z.infer<typeof scheduledScan>;

/** Days of the week, Monday first. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const weekday = z.enum(WEEKDAYS, "A day of the week is one of mon, tue, wed, thu, fri, sat, sun.");
export type Weekday = z.infer<typeof weekday>;

const timeOfDay = z
	.string("Please give a time.")
	.check(
		atMost(5, "Please give a time such as 07:30."),
		z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please give a time such as 07:30."),
	);

/**
 * When a scan runs, in the schedule's time zone. A time that a clock change skips becomes the first moment after it; a time that
 * occurs twice counts the first time.
 */
export const recurrence = z.discriminatedUnion("type", [
	z.strictObject({
		type: z.literal("once"),
		/** Local date and time, such as `2026-12-01T07:30`. */
		at: z.string("Please give a date and a time.").check(
			atMost(16, "Please give a date and a time."),
			z.regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/, "Please give a date and a time."),
			z.refine((at) => isDate(at.slice(0, 10)), "That date does not exist."),
		),
	}),
	z.strictObject({ type: z.literal("daily"), time: timeOfDay }),
	z.strictObject({
		type: z.literal("weekly"),
		days: z
			.array(weekday, "Please choose a day of the week.")
			.check(
				z.minLength(1, "Please choose a day of the week."),
				z.maxLength(WEEKDAYS.length, "A week has seven days."),
			),
		time: timeOfDay,
	}),
	z.strictObject({
		type: z.literal("monthly"),
		/** In a month that is shorter, its last day. */
		day: z
			.int("Please give a day from 1 to 31.")
			.check(z.minimum(1, "Please give a day from 1 to 31."), z.maximum(31, "Please give a day from 1 to 31.")),
		time: timeOfDay,
	}),
	z.strictObject({
		type: z.literal("cron"),
		/** Minute, hour, day of the month, month, day of the week. */
		expression: z
			.string("Please give a cron expression.")
			.check(
				z.trim(),
				z.minLength(1, "Please give a cron expression."),
				atMost(100, "That cron expression is too long."),
			),
	}),
]);
export type Recurrence = z.infer<typeof recurrence>;

function isDate(day: string): boolean {
	const read = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
}

export const timeZone = z
	.string("Please give a time zone.")
	.check(z.minLength(1, "Please give a time zone."), atMost(64, "This is not a time zone."));

/** What a run does while the previous scan is still running: skip, or cancel that scan and start. */
export const OVERLAPS = ["skip", "replace"] as const;
export const overlap = z.enum(OVERLAPS, "Please say whether a run is skipped or replaces the one before.");
export type Overlap = z.infer<typeof overlap>;

const fields = {
	name: z
		.string("Please give a name.")
		.check(z.trim(), z.minLength(1, "Please give a name."), atMost(100, "That name is too long.")),
	request: scheduledScan,
	recurrence,
	/** IANA name, such as `Africa/Lagos`. */
	timeZone,
	overlap,
	/** Whether to email what its runs change. */
	digest: z.boolean("Please say whether to mail what changed."),
};

/** `POST schedules/`. */
export const scheduleRequest = z.strictObject(fields);
export type ScheduleRequest = z.infer<typeof scheduleRequest>;

/** `PATCH schedules/:scheduleId/`: fields left out stay as they are. */
export const scheduleChange = z.partial(
	z.strictObject({
		...fields,
		/** Pauses, or resumes with the first run after now. */
		status: z.enum(["active", "paused"], "A schedule is active or paused."),
	}),
);
export type ScheduleChange = z.infer<typeof scheduleChange>;

const time = z.iso.datetime();
const planned = {
	at: time,
	/** The planned time; null if a person started it. */
	plannedAt: z.nullable(time),
};

/** How a run went. */
export const scheduleRun = z.discriminatedUnion("outcome", [
	z.object({
		outcome: z.literal("started"),
		...planned,
		/** Null once the scan was deleted. */
		scanId: z.nullable(scanId),
		scanStatus: z.nullable(scanStatus),
	}),
	/** The previous run's scan had not ended. */
	z.object({ outcome: z.literal("skipped"), ...planned }),
	/** The answer a person would have gotten for the same request. */
	z.object({ outcome: z.literal("refused"), ...planned, code: z.string(), message: z.string() }),
	/** The server was not running. */
	z.object({ outcome: z.literal("missed"), ...planned }),
]);
export type ScheduleRun = z.infer<typeof scheduleRun>;

/** `done`: it ran once and has no further runs. */
export const SCHEDULE_STATUSES = ["active", "paused", "done"] as const;
export const scheduleStatus = z.enum(SCHEDULE_STATUSES);
export type ScheduleStatus = z.infer<typeof scheduleStatus>;

export const schedule = z.object({
	id: z.uuid(),
	...fields,
	status: scheduleStatus,
	/** The next runs, at most five, soonest first; empty if there are none. */
	nextRuns: z.array(time),
	/** Null before the first run. */
	lastRun: z.nullable(scheduleRun),
	/** Planned runs missed because the server was down, since the schedule was created, resumed or given other times. */
	missedRuns: z.int(),
	createdAt: time,
});
export type Schedule = z.infer<typeof schedule>;

/** All of them, oldest first. */
export const scheduleList = z.object({ schedules: z.array(schedule) });
export type ScheduleList = z.infer<typeof scheduleList>;

/** `POST schedules/preview/`. */
export const schedulePreviewRequest = z.strictObject({ recurrence, timeZone });
export type SchedulePreviewRequest = z.infer<typeof schedulePreviewRequest>;

export const schedulePreview = z.object({ nextRuns: z.array(time) });
export type SchedulePreview = z.infer<typeof schedulePreview>;
