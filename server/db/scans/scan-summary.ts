import type { ScanId } from "#contract/ids.ts";
import type { Coverage, ScanFailure, ScanKind, ScanStatus, ScanSummary } from "#contract/scans.ts";
import type { Severity } from "#contract/severity.ts";
import { estimateEnd } from "../../scans/estimate-end.ts";

export type SummaryRow = {
	id: ScanId;
	kind: ScanKind;
	target: string;
	status: ScanStatus;
	accepted_at: Date;
	queued_at: Date;
	started_at: Date | null;
	heartbeat_at: Date | null;
	finished_at: Date | null;
	progress: number;
	step: string;
	coverage: Coverage | null;
	failure_code: ScanFailure["code"] | null;
	failure_message: string | null;
	high: number | null;
	medium: number | null;
	low: number | null;
	none: number | null;
	worst: Severity | null;
};

export const summaryColumns = `id, kind, target, status, accepted_at, queued_at, started_at, heartbeat_at, finished_at, progress,
	step, coverage, failure_code, failure_message, high, medium, low, none, worst`;

/** How long scans of each kind took lately, in milliseconds. */
export type UsualDurations = ReadonlyMap<ScanKind, number>;

export function summaryOfRow(row: SummaryRow, durations: UsualDurations, now: Date): ScanSummary {
	const { id, kind, target, status, step, coverage, worst, high, medium, low, none } = row;
	const ended = row.finished_at !== null;
	const estimated = ended
		? null
		: estimateEnd(
				{ begunAt: row.started_at ?? row.queued_at, seenAt: row.heartbeat_at, progress: row.progress },
				durations.get(kind),
				now,
			);
	return {
		id,
		kind,
		target,
		status,
		acceptedAt: row.accepted_at.toISOString(),
		startedAt: row.started_at?.toISOString() ?? null,
		estimatedAt: estimated?.toISOString() ?? null,
		finishedAt: row.finished_at?.toISOString() ?? null,
		progress: ended ? 100 : row.progress,
		step: status === "running" ? step : "",
		coverage,
		failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? "" },
		findings: status === "completed" ? { high: high ?? 0, medium: medium ?? 0, low: low ?? 0, none: none ?? 0 } : null,
		worst: status === "completed" ? (worst ?? "none") : null,
	};
}
