import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ScanKind, ScanSummary } from "#contract/scans/scans.ts";
import { columnsOf, oneOf, orNull, type RowOf, text, time } from "#server/platform/db/rows.ts";
import { clientName } from "#server/platform/tenancy/of-client.ts";
import { estimateEnd } from "../estimate-end.ts";
import { SCAN } from "./scan-row.ts";
import { COUNTS } from "./severity-counts.ts";

export const SUMMARY = {
	id: SCAN.id,
	kind: SCAN.kind,
	target: text,
	client: text,
	status: SCAN.status,
	accepted_at: SCAN.accepted_at,
	queued_at: SCAN.queued_at,
	started_at: SCAN.started_at,
	heartbeat_at: SCAN.heartbeat_at,
	finished_at: SCAN.finished_at,
	progress: SCAN.progress,
	step: SCAN.step,
	coverage: SCAN.coverage,
	failure_code: SCAN.failure_code,
	failure_message: SCAN.failure_message,
	high: orNull(COUNTS.high),
	medium: orNull(COUNTS.medium),
	low: orNull(COUNTS.low),
	none: orNull(COUNTS.none),
	worst: orNull(oneOf(SEVERITIES)),
	adopted_at: orNull(time),
};
export type SummaryRow = RowOf<typeof SUMMARY>;

/** The client is the host's, whatever was typed when the scan was requested. */
export const summaryColumns = columnsOf(SUMMARY).replace(
	/\bclient\b/,
	`${clientName("scans.host", "scans.owner::uuid")} AS client`,
);

/** How long recent scans of each kind took, in milliseconds. */
export type UsualDurations = ReadonlyMap<ScanKind, number>;

export function summaryOfRow(row: SummaryRow, durations: UsualDurations, now: Date): ScanSummary {
	const { id, kind, target, client, status, step, coverage, worst, high, medium, low, none } = row;
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
		client,
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
		...(row.adopted_at && { fromPublicForm: true }),
	};
}
