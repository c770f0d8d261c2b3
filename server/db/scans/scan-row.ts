import type { Owner, ScanId } from "#contract/ids.ts";
import type { Coverage, ScanBodies, ScanFailure, ScanKind, ScanRequest } from "#contract/scans.ts";
import type { Scan } from "../../scans/scan.ts";

/** A row of `scans`. Which columns go with which status is checked by the table itself. */
export type ScanRow = {
	id: ScanId;
	owner: Owner;
	kind: ScanKind;
	/** The form's fields. */
	request: ScanBodies[ScanKind];
	email: string | null;
	status: Scan["status"];
	accepted_at: Date;
	queued_at: Date;
	attempts: number;
	worker_id: string | null;
	started_at: Date | null;
	heartbeat_at: Date | null;
	progress: number;
	step: string;
	finished_at: Date | null;
	coverage: Coverage | null;
	failure_code: ScanFailure["code"] | null;
	failure_message: string | null;
	cancel_requested_at: Date | null;
};

export const scanColumns = `id, owner, kind, request, email, status, accepted_at, queued_at, attempts, worker_id, started_at,
	heartbeat_at, progress, step, finished_at, coverage, failure_code, failure_message,
	cancel_requested_at`;

export function scanOfRow(row: ScanRow): Scan {
	const { id, owner, email, attempts } = row;
	// Parsed before it was stored, so the body belongs to the kind.
	const request = { kind: row.kind, body: row.request } as ScanRequest;
	const common = { id, owner, request, email, attempts, acceptedAt: row.accepted_at };
	switch (row.status) {
		case "pending":
			return { ...common, status: "pending", queuedAt: row.queued_at };
		case "running":
			return {
				...common,
				status: "running",
				workerId: there(row.worker_id),
				startedAt: there(row.started_at),
				heartbeatAt: there(row.heartbeat_at),
				progress: row.progress,
				step: row.step,
				cancelRequestedAt: row.cancel_requested_at ?? undefined,
			};
		case "completed":
			return {
				...common,
				status: "completed",
				startedAt: there(row.started_at),
				finishedAt: there(row.finished_at),
				coverage: there(row.coverage),
			};
		case "failed":
			return {
				...common,
				status: "failed",
				startedAt: row.started_at ?? undefined,
				finishedAt: there(row.finished_at),
				failure: { code: there(row.failure_code), message: row.failure_message ?? "" },
			};
	}
}

function there<T>(value: T | null): T {
	if (value === null) throw new Error("A scan's row lacks a column that its status has");
	return value;
}
