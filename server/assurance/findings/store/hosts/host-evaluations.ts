import type { ScanPart } from "#contract/findings/findings.ts";
import { type EndedScan, evaluationOf, type HostEvaluation } from "#contract/findings/host-evaluation.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, neverNull, oneOf, orNull, type RowOf, readRows, text, time } from "#server/platform/db/rows.ts";
import { SCAN } from "#server/scanning/scans/store/scan-row.ts";
import { SINCE_REMOVED, scannedPairs } from "./workspace-hosts.ts";

const ENDED = {
	host: neverNull(text),
	kind: SCAN.kind,
	scanId: SCAN.id,
	state: oneOf(["completed", "failed"]),
	at: neverNull(time),
	failure_code: SCAN.failure_code,
	failure_message: SCAN.failure_message,
	parts: orNull(json<ScanPart[]>()),
};

/** What the scans of each host have evaluated. A host without an ended scan is left out: it is not scanned yet. */
export async function readEvaluations(
	executor: Executor,
	workspaceId: WorkspaceId,
	only: string | null,
): Promise<Map<string, HostEvaluation>> {
	const rows = await readRows(
		executor,
		ENDED,
		`WITH RECURSIVE ${scannedPairs()}
		 SELECT newest.host, newest.kind, "scanId", newest.state, at, failure_code, failure_message,
		   CASE WHEN coverage = 'partial' THEN report -> 'parts' END AS parts
		 FROM scanned, unnest(ARRAY['completed', 'failed']) AS ending (state), LATERAL (
		   SELECT host, kind, id AS "scanId", state, finished_at AS at, coverage, failure_code, failure_message
		   FROM scans WHERE owner = $1::text AND (host, kind, state) = (scanned.host, scanned.kind, ending.state)
		     AND state IN ('completed', 'failed') AND ${SINCE_REMOVED}
		   ORDER BY finished_at DESC LIMIT 1
		 ) AS newest LEFT JOIN scan_reports ON scan_id = newest."scanId"`,
		[workspaceId, only],
	);
	const byHost = Map.groupBy(rows, ({ host }) => host);
	return new Map([...byHost].map(([host, ended]) => [host, evaluationOf(ended.map(endedOf))]));
}

function endedOf({ kind, scanId, state, at, failure_code, failure_message, parts }: RowOf<typeof ENDED>): EndedScan {
	const scan = { scanId, kind, at: at.toISOString() };
	return state === "failed"
		? { ...scan, status: "failed", failure: { code: failure_code ?? "internal", message: failure_message ?? "" } }
		: { ...scan, status: "completed", notEvaluated: (parts ?? []).filter((part) => part.status === "not-evaluated") };
}
