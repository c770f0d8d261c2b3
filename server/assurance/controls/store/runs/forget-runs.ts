import type { Executor } from "#server/platform/db/pool.ts";
import type { EvidenceDeleted } from "../../../evidence/evidence-deleted.ts";

/**
 * A scan's run whose evidence is gone no longer counts, because nothing shows it anymore. The newest complete run that still has its
 * evidence takes its place, if there is one. The runs themselves stay in the history. A person's run counts by its evidence anyway.
 */
export async function forgetRuns(client: Executor, { workspaceId, evidenceId }: EvidenceDeleted): Promise<void> {
	await client.query(
		`WITH about AS (
		   SELECT DISTINCT test_id, host FROM test_runs WHERE workspace_id = $1 AND evidence_id = $2 AND host <> '')
		 UPDATE newest_runs AS newest SET (complete_at, complete_until, complete_result) = (
		   SELECT run.at, run.expires_on, run.result FROM test_runs AS run
		   WHERE (run.workspace_id, run.test_id, run.host) = ($1, newest.test_id, newest.host) AND run.result <> 'incomplete'
		     AND EXISTS (SELECT FROM evidence WHERE (evidence.workspace_id, evidence.id) = ($1, run.evidence_id))
		   ORDER BY run.at DESC, run.id DESC LIMIT 1)
		 FROM about WHERE newest.workspace_id = $1 AND (newest.test_id, newest.host) = (about.test_id, about.host)`,
		[workspaceId, evidenceId],
	);
}
