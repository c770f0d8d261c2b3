/**
 * Whether a run counts. `run` is a table or an alias of `test_runs`. One by a scan does, and a person's that failed; a person's that
 * passed is only a word until a reviewer accepts its evidence, and again when it is returned or withdrawn.
 */
export const countedRun = (run: string, states = "'accepted'"): string =>
	`(${run}.host <> '' OR ${run}.result = 'failed' OR (SELECT evidence.state FROM evidence
	   WHERE (evidence.workspace_id, evidence.id) = (${run}.workspace_id, ${run}.evidence_id)) IN (${states}))`;
