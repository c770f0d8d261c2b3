import type { ScanStatus } from "#contract/scans.ts";
import type { Overlap, Recurrence, ScheduledScan, ScheduleRun, ScheduleStatus } from "#contract/schedules.ts";
import type { StoredSchedule } from "../../schedules/ports.ts";

export type ScheduleRow = {
	id: string;
	name: string;
	request: ScheduledScan;
	recurrence: Recurrence;
	time_zone: string;
	overlap: Overlap;
	digest: boolean;
	status: ScheduleStatus;
	next_run_at: Date | null;
	/** As JSON keeps it: times as text. */
	last_run: ScheduleRun | null;
	/** Of the scan that the last run started; null once it was deleted. */
	last_scan_status: ScanStatus | null;
	missed_runs: number;
	created_at: Date;
};

export const scheduleColumns = `schedules.id, name, schedules.request, recurrence, time_zone, overlap, digest, schedules.status,
	next_run_at, last_run, (SELECT scans.status FROM scans WHERE scans.id = (last_run->>'scanId')::uuid) AS last_scan_status,
	missed_runs, schedules.created_at`;

export function scheduleOfRow(row: ScheduleRow): StoredSchedule {
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
