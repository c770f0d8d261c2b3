/**
 * Whether a run counts. `run` is a table or an alias of `test_runs`. A scan's run does, and so does a person's failed run; a person's
 * passed run is only a claim until a reviewer accepts its evidence, and becomes one again when that is returned or withdrawn.
 */
export const countedRun = (run: string, states = "'accepted'"): string =>
	`(${run}.host <> '' OR ${run}.result = 'failed' OR (SELECT evidence.state FROM evidence
	   WHERE (evidence.workspace_id, evidence.id) = (${run}.workspace_id, ${run}.evidence_id)) IN (${states}))`;
