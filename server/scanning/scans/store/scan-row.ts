import type { ScanId } from "#contract/ids.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import {
	coverage,
	type LabeledRequest,
	SCAN_FAILURES,
	SCAN_STATUSES,
	type ScanBodies,
	type ScanKind,
	type ScanRequest,
} from "#contract/scans/scans.ts";
import {
	columnsOf,
	id,
	int,
	json,
	oneOf,
	orNull,
	type RowOf,
	text,
	textOf,
	time,
	uuid,
} from "#server/platform/db/rows.ts";
import type { ScanOwner } from "../asker.ts";
import type { Scan } from "../scan.ts";

/** A row of `scans`. The table's own checks decide which columns go with which status. */
export const SCAN = {
	id: id<ScanId>(),
	owner: textOf<ScanOwner>(),
	kind: oneOf(SCAN_KINDS),
	/** The form's fields. */
	request: json<ScanBodies[ScanKind]>(),
	email: orNull(text),
	status: oneOf(SCAN_STATUSES),
	accepted_at: time,
	queued_at: time,
	attempts: int,
	worker_id: orNull(uuid),
	started_at: orNull(time),
	heartbeat_at: orNull(time),
	progress: int,
	step: text,
	finished_at: orNull(time),
	coverage: orNull(oneOf(coverage.options)),
	failure_code: orNull(oneOf(SCAN_FAILURES)),
	failure_message: orNull(text),
	cancel_requested_at: orNull(time),
};

export const scanColumns = columnsOf(SCAN);

/** What was asked for. */
export const REQUEST = { kind: SCAN.kind, request: SCAN.request };
export const LABELS = { client: text, note: text };

/** Parsed before it was stored, so the body belongs to the kind. */
export const requestOfRow = ({ kind, request }: RowOf<typeof REQUEST>): ScanRequest =>
	({ kind, body: request }) as ScanRequest;

/** What was asked for, to ask for it again. */
export const labeledRequestOfRow = ({
	client,
	note,
	...row
}: RowOf<typeof REQUEST & typeof LABELS>): LabeledRequest => ({ ...requestOfRow(row), labels: { client, note } });

export function scanOfRow(row: RowOf<typeof SCAN>): Scan {
	const { id, owner, email, attempts } = row;
	const request = requestOfRow(row);
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
	if (value === null) throw new Error("A scan's row lacks a value that its status requires");
	return value;
}
