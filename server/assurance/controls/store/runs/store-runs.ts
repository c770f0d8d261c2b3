import type { RunResult } from "#contract/controls/tests.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";

/** A run as its row. Either from a scan, or with the person who did it. */
export type NewRun = {
	id: string;
	control_id: string;
	test_id: string;
	/** Empty for a person's run. */
	host: string;
	at: Date;
	window_from: Date;
	window_to: Date;
	result: RunResult;
	reason: string;
	expires_on: string;
	scan_id?: string;
	by_account?: AccountId;
	by_name?: string;
	evidence_id: string;
	/** Of a scan: the classes that it looked for in full. */
	looked?: readonly string[];
	answers?: unknown;
};

const RUN_TABLE = `id uuid, control_id uuid, test_id uuid, host text, at timestamptz, window_from timestamptz, window_to timestamptz,
	result text, reason text, expires_on date, scan_id uuid, by_account uuid, by_name text, evidence_id uuid, looked text[], answers jsonb`;

/** Stores runs, and which is the newest of each test on each host. A late arrival does not replace a newer run. */
export async function storeRuns(
	client: Executor,
	{ workspaceId, clientId }: SeenClient,
	runs: readonly NewRun[],
): Promise<void> {
	const rows = JSON.stringify(runs);
	await client.query(
		`INSERT INTO test_runs (workspace_id, client_id, id, control_id, test_id, host, at, window_from, window_to, result, reason,
		   expires_on, scan_id, by_account, by_name, evidence_id, looked, answers)
		 SELECT $1, $2, id, control_id, test_id, host, at, window_from, window_to, result, reason, expires_on, scan_id, by_account,
		   coalesce(by_name, ''), evidence_id, coalesce(looked, '{}'), answers
		 FROM jsonb_to_recordset($3) AS run (${RUN_TABLE})`,
		[workspaceId, clientId, rows],
	);
	await client.query(
		`INSERT INTO newest_runs AS newest (workspace_id, client_id, control_id, test_id, host, run_id, at, result, complete_at, complete_until,
		   complete_result)
		 SELECT $1, $2, control_id, test_id, host, id, at, result, CASE WHEN result <> 'incomplete' THEN at END,
		   CASE WHEN result <> 'incomplete' THEN expires_on END, CASE WHEN result <> 'incomplete' THEN result END
		 FROM jsonb_to_recordset($3) AS run (${RUN_TABLE})
		 ON CONFLICT (workspace_id, test_id, host) DO UPDATE SET
		   (run_id, result, at) = (SELECT excluded.run_id, excluded.result, excluded.at WHERE excluded.at >= newest.at
		     UNION ALL SELECT newest.run_id, newest.result, newest.at WHERE excluded.at < newest.at),
		   (complete_at, complete_until, complete_result) = (
		     SELECT excluded.complete_at, excluded.complete_until, excluded.complete_result
		     WHERE excluded.complete_at >= coalesce(newest.complete_at, '-infinity')
		     UNION ALL SELECT newest.complete_at, newest.complete_until, newest.complete_result
		     WHERE (excluded.complete_at >= coalesce(newest.complete_at, '-infinity')) IS NOT TRUE)`,
		[workspaceId, clientId, rows],
	);
}
