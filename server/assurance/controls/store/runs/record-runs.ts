import { SEVERITIES } from "#contract/findings/severity.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { oneOf, readRows, text, time } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { classesSeenBy, classOfRule } from "../../../findings/finding-classes.ts";
import type { FindingsStored } from "../../../findings/findings-stored.ts";
import { stateColumn } from "../../../findings/store/finding-row.ts";
import { lastDayOf } from "../../days.ts";
import { judgeRun, type PresentFinding } from "../../judge-run.ts";
import type { RunsRecorded } from "../../runs-recorded.ts";
import { isLeftOut } from "../left-out.ts";
import { timeToFixOf } from "../time-to-fix.ts";
import { recordEvidence } from "./record-evidence.ts";
import { type RunTest, TEST } from "./run-rows.ts";
import { type NewRun, storeRuns } from "./store-runs.ts";

const PRESENT = {
	fingerprint: text,
	rule: text,
	severity: oneOf(SEVERITIES),
	state: oneOf(["open", "accepted"]),
	since: time,
};

/**
 * Records a scan as a run of each test that it fits: the scan tests of the client's controls that are about its host and look for what
 * its kind can see. With the runs comes one piece of evidence, which stays when the scan is deleted, and failures become tasks. A scan
 * older than the newest run is recorded too, but moves neither standings nor tasks.
 */
export async function recordRuns(
	client: Executor,
	scan: FindingsStored,
	recorded: Moment<RunsRecorded>,
): Promise<void> {
	const tests = await readTests(client, scan);
	if (tests.length === 0) return;
	const findings = await readPresent(client, scan);
	const { clientId, kind, host, scanId, report, look } = scan;
	const today = dayOf(look.at);
	const evidenceId = await recordEvidence(client, { scan, id: uuidV7(look.at), tests, findings });
	const judged = tests.map((test) => {
		const { result, reason, looked, until } = judgeRun(
			{ classes: test.classes, timeToFix: test.time_to_fix },
			{ kind, at: look.at, parts: report.parts, coverage: report.coverage },
			findings,
			test.looked_before,
		);
		const lastDay = lastDayOf(today, test.every_days);
		const run: NewRun = {
			id: uuidV7(look.at),
			control_id: test.control_id,
			test_id: test.id,
			host,
			at: look.at,
			window_from: test.window_from,
			window_to: look.at,
			result,
			reason,
			// It rests on what other scans looked for, too, and lasts no longer than they do.
			expires_on: until !== null && until < lastDay ? until : lastDay,
			looked,
			scan_id: scanId,
			evidence_id: evidenceId,
		};
		return { test, run };
	});
	await storeRuns(
		client,
		{ workspaceId: scan.workspaceId, clientId },
		judged.map(({ run }) => run),
	);
	const newest = judged.filter(({ test }) => test.newest_at === null || test.newest_at <= look.at);
	await recorded(client, {
		by: "scan",
		scan,
		judged: newest.map(({ test, run: { result } }) => ({ test, result })),
		findings,
	});
}

const readTests = (client: Executor, { workspaceId, host, kind, scanId, look }: FindingsStored): Promise<RunTest[]> =>
	readRows(
		client,
		TEST,
		`SELECT test.id, test.control_id, controls.owner, test.classes, test.every_days,
		   ${timeToFixOf("$1")} AS time_to_fix, newest.at AS newest_at,
		   coalesce(CASE WHEN newest.at < $5 THEN newest.at
		     ELSE (SELECT at FROM test_runs AS run WHERE (run.workspace_id, run.test_id, run.host) = ($1, test.id, $2) AND run.at < $5
		       ORDER BY at DESC LIMIT 1) END, $6) AS window_from,
		   (SELECT coalesce(jsonb_object_agg(class, until), '{}') FROM (
		     SELECT class, max(run.expires_on)::text AS until FROM test_runs AS run, unnest(run.looked) AS class
		     WHERE (run.workspace_id, run.test_id, run.host) = ($1, test.id, $2) AND run.at <= $5
		       AND run.at > $5 - 2 * test.every_days * interval '1 day' AND run.expires_on >= $7::date
		     GROUP BY class) AS looks) AS looked_before
		 FROM controls JOIN control_tests AS test ON test.workspace_id = controls.workspace_id AND test.control_id = controls.id
		   LEFT JOIN newest_runs AS newest ON (newest.workspace_id, newest.test_id, newest.host) = (test.workspace_id, test.id, $2)
		 WHERE controls.workspace_id = $1 AND controls.client_id = (SELECT client_of_host($1, $2)) AND controls.state <> 'retired'
		   AND test.active AND test.kind = 'scan' AND test.classes && $3::text[] AND (test.hosts = '{}' OR $2 = ANY (test.hosts))
		   AND NOT ${isLeftOut("$2::text")}
		   AND NOT EXISTS (SELECT FROM test_runs AS run WHERE (run.workspace_id, run.test_id, run.scan_id) = ($1, test.id, $4))
		 ORDER BY controls.code, test.id`,
		[workspaceId, host, classesSeenBy(kind), scanId, look.at, look.from, dayOf(look.at)],
	);

/**
 * What is open or accepted on the host after the scan. What the scan saw was there, even if a newer scan that was taken over earlier no
 * longer saw it; what was first seen later was not.
 */
async function readPresent(
	client: Executor,
	{ workspaceId, host, look, seen }: FindingsStored,
): Promise<PresentFinding[]> {
	const rows = await readRows(
		client,
		PRESENT,
		`SELECT fingerprint, rule, severity,
		   CASE WHEN word = 'accepted' AND (until IS NULL OR until >= $3::date) THEN 'accepted' ELSE 'open' END AS state,
		   coalesce(CASE WHEN reopened_at <= $4 THEN reopened_at END, first_seen_at) AS since
		 FROM findings
		 WHERE account_id = $1 AND asset = $2 AND (${stateColumn("$3")} IN ('open', 'accepted') AND first_seen_at <= $4
		   OR standing = 'fixed' AND word IS DISTINCT FROM 'fixed' AND fingerprint = ANY ($5))
		 ORDER BY weight DESC, fingerprint`,
		[workspaceId, host, dayOf(look.at), look.at, [...seen.keys()]],
	);
	return rows.flatMap((row) => {
		const of = classOfRule(row.rule);
		return of ? [{ ...row, class: of }] : [];
	});
}
