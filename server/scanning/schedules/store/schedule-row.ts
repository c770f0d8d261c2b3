import { SCAN_STATUSES, type ScanStatus } from "#contract/scans/scans.ts";
import {
	OVERLAPS,
	type Recurrence,
	SCHEDULE_STATUSES,
	type ScheduledScan,
	type ScheduleRun,
} from "#contract/scans/schedules.ts";
import { flag, int, json, oneOf, orNull, type RowOf, text, time, uuid } from "#server/platform/db/rows.ts";
import type { StoredSchedule } from "../stored-schedule.ts";

export const SCHEDULE = {
	id: uuid,
	name: text,
	request: json<ScheduledScan>(),
	recurrence: json<Recurrence>(),
	time_zone: text,
	overlap: oneOf(OVERLAPS),
	digest: flag,
	status: oneOf(SCHEDULE_STATUSES),
	next_run_at: orNull(time),
	/** JSON, so its times are text. */
	last_run: orNull(json<ScheduleRun>()),
	/** Status of the scan that the last run started; null if that scan was deleted. */
	last_scan_status: orNull(oneOf(SCAN_STATUSES)),
	missed_runs: int,
	created_at: time,
};

export const scheduleColumns = `schedules.id, name, schedules.request, recurrence, time_zone, overlap, digest, schedules.status,
	next_run_at, last_run, (SELECT scans.status FROM scans WHERE scans.id = (last_run->>'scanId')::uuid) AS last_scan_status,
	missed_runs, schedules.created_at`;

export function scheduleOfRow(row: RowOf<typeof SCHEDULE>): StoredSchedule {
	const { id, name, request, recurrence, overlap, digest, status } = row;
	return {
		id,
		name,
		request,
		recurrence,
		timeZone: row.time_zone,
		overlap,
		digest,
		status,
		nextRunAt: row.next_run_at,
		lastRun: row.last_run && lastRunOf(row.last_run, row.last_scan_status),
		missedRuns: row.missed_runs,
		createdAt: row.created_at,
	};
}

const lastRunOf = (run: ScheduleRun, scanStatus: ScanStatus | null): ScheduleRun =>
	run.outcome === "started" ? { ...run, scanStatus, scanId: scanStatus && run.scanId } : run;
