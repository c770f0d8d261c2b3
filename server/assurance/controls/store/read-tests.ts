import type { ControlState } from "#contract/controls/controls.ts";
import { type ControlTest, RUN_RESULTS, runId, type TestRun, type TestSpec, testId } from "#contract/controls/tests.ts";
import type { AccountId, ScanId, WorkspaceId } from "#contract/ids.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, int, json, oneOf, orNull, type RowOf, readRows, text, time } from "#server/platform/db/rows.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { specOf } from "./stored-spec.ts";
import { timeToFixOf } from "./time-to-fix.ts";

const RUNS_SHOWN = 12;

export const RUN = {
	id: id<string>(),
	test_id: id<string>(),
	host: text,
	at: time,
	window_from: time,
	window_to: time,
	result: oneOf(RUN_RESULTS),
	reason: text,
	expires_on: text,
	scan_id: orNull(id<ScanId>()),
	by_account: orNull(id<AccountId>()),
	by_name: text,
	evidence_id: orNull(id<string>()),
	had_evidence: flag,
};
export const runColumns = `id, test_id, host, at, window_from, window_to, result, reason, to_char(expires_on, 'YYYY-MM-DD') AS expires_on,
	(SELECT scans.id FROM scans WHERE scans.id = test_runs.scan_id) AS scan_id, by_account, by_name,
	(SELECT evidence.id FROM evidence WHERE (evidence.workspace_id, evidence.id) = (test_runs.workspace_id, test_runs.evidence_id)) AS evidence_id,
	test_runs.evidence_id IS NOT NULL AS had_evidence`;

export const runOfRow = (row: RowOf<typeof RUN>): TestRun => ({
	id: runId.parse(row.id),
	testId: testId.parse(row.test_id),
	host: row.host,
	at: row.at.toISOString(),
	windowFrom: row.window_from.toISOString(),
	windowTo: row.window_to.toISOString(),
	result: row.result,
	reason: row.reason,
	expiresOn: row.expires_on,
	scanId: row.scan_id,
	by: row.by_account === null ? null : { accountId: row.by_account, name: row.by_name },
	evidenceId: row.evidence_id,
	evidenceDeleted: row.had_evidence && row.evidence_id === null,
});

const TEST = {
	id: id<string>(),
	title: text,
	spec: json<TestSpec>(),
	time_to_fix: json<TimeToFix>(),
	every_days: int,
	active: flag,
	created_at: time,
	complete_at: orNull(time),
};

/** The tests of a control in the order in which they were added, each with its newest runs. */
export async function readTests(
	executor: Executor,
	workspaceId: WorkspaceId,
	control: { id: string; state: ControlState },
): Promise<ControlTest[]> {
	const [tests, runs] = await Promise.all([
		readRows(
			executor,
			TEST,
			`SELECT id, title, spec, ${timeToFixOf("$1")} AS time_to_fix, every_days, active, created_at,
			   (SELECT max(complete_at) FROM newest_runs AS newest
			    WHERE newest.workspace_id = test.workspace_id AND newest.test_id = test.id) AS complete_at
			 FROM control_tests AS test WHERE workspace_id = $1 AND control_id = $2 ORDER BY created_at, id`,
			[workspaceId, control.id],
		),
		readRows(
			executor,
			RUN,
			`SELECT run.* FROM control_tests AS test, LATERAL (
			   SELECT ${runColumns} FROM test_runs WHERE test_runs.workspace_id = test.workspace_id AND test_runs.test_id = test.id
			   ORDER BY test_runs.at DESC, test_runs.id DESC LIMIT ${RUNS_SHOWN}) AS run
			 WHERE test.workspace_id = $1 AND test.control_id = $2 ORDER BY run.at DESC, run.id DESC`,
			[workspaceId, control.id],
		),
	]);
	const ofTest = Map.groupBy(runs, ({ test_id }) => test_id);
	return tests.map((test) => ({
		id: testId.parse(test.id),
		title: test.title,
		spec: specOf(test.spec, test.time_to_fix),
		everyDays: test.every_days,
		active: test.active,
		nextDue:
			test.active && control.state !== "retired"
				? plusDays(dayOf(test.complete_at ?? test.created_at), test.every_days)
				: null,
		runs: (ofTest.get(test.id) ?? []).map(runOfRow),
	}));
}
