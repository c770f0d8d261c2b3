import { type Standing, type StandingFacts, standingOf } from "#contract/controls/standing.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, orNull, readRows, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { isReviewedByAuthor } from "../../evidence/store/reviewers.ts";
import { CLASS_OF_RULE, ruleColumn } from "../../findings/finding-classes.ts";
import { stateColumn } from "../../findings/store/finding-row.ts";
import { knownHosts } from "../../findings/store/hosts/workspace-hosts.ts";
import { type WhyFacts, WITHOUT_END, whyOf } from "../why.ts";
import { isLeftOut, LEFT_OUT_HOSTS } from "./left-out.ts";
import { countedRun } from "./runs/counted-run.ts";

/** A control's standing, and why. */
export type ControlStanding = {
	standing: Standing;
	why: string;
	/** How much of the evidence that covers it was reviewed by its author alone; undefined if none, or if evidence is not what its standing says. */
	reviewedByAuthor: "some" | "all" | undefined;
	/** Open or accepted findings against it. */
	findings: number;
	/** Active tests. */
	tests: number;
	/** The next day on which one of them is due; null if none is. */
	nextDue: string | null;
};

const FACTS = {
	control_id: id<string>(),
	findings: int,
	high: int,
	accepted: int,
	failed_tests: int,
	hosts: int,
	hosts_looked_at: int,
	hosts_seen: int,
	hosts_dismissed: int,
	hosts_said_fixed: int,
	seen_until: orNull(text),
	all_seen_until: orNull(text),
	shown: int,
	reviewed_by_author: int,
	shown_until: orNull(text),
	waiting: int,
	left_out: int,
	tests: int,
	next_due: orNull(text),
};

/** For `WITH`, with `$2` the classes of rules. */
export const CLASS_OF = "class_of AS (SELECT * FROM jsonb_to_recordset($2) AS class_of (rule text, class text))";

/** Counts of findings of the workspace `$1` with their classes and, as `owned.client_id`, their clients. Follows CLASS_OF. */
export const COUNTS = `finding_counts AS counts JOIN class_of ON class_of.rule = ${ruleColumn("counts.rule")}
	    LEFT JOIN assets ON assets.account_id = counts.account_id AND assets.host = counts.asset,
	    LATERAL (SELECT coalesce(assets.client_id, counts.account_id) AS client_id) AS owned`;

/** For `WITH`, and `$1` the workspace, `$2` the classes of rules, `$3` the day: open and accepted findings by class and host. */
export const FINDINGS_BY_CLASS = `${CLASS_OF},
	present AS (
	  SELECT owned.client_id, class_of.class, asset, sum(findings) AS findings,
	    sum(findings) FILTER (WHERE severity = 'high') AS high, sum(findings) FILTER (WHERE ${stateColumn("$3")} = 'accepted') AS accepted
	  FROM ${COUNTS} WHERE counts.account_id = $1 AND standing IN ('open', 'accepted')
	  GROUP BY owned.client_id, class_of.class, asset)`;

/**
 * Active scan tests with the findings of their classes on their hosts. Two tests of a control that look for the same finding count it
 * once. Follows FINDINGS_BY_CLASS.
 */
export const AGAINST = `against AS (
	  SELECT control_id, class, asset, findings, high, accepted
	  FROM (SELECT test.control_id, controls.client_id, looked_for.class, bool_or(test.hosts = '{}') AS everywhere,
	      array_agg(named.host) AS hosts, controls.left_out
	    FROM controls JOIN control_tests AS test ON test.workspace_id = controls.workspace_id AND test.control_id = controls.id,
	      unnest(test.classes) AS looked_for (class) LEFT JOIN LATERAL unnest(test.hosts) AS named (host) ON true
	    WHERE controls.workspace_id = $1 AND test.active AND test.kind = 'scan'
	    GROUP BY test.control_id, controls.client_id, controls.left_out, looked_for.class) AS wanted
	  JOIN present USING (client_id, class)
	  WHERE (everywhere OR asset = ANY (hosts)) AND NOT ${isLeftOut("asset", "wanted")})`;

/**
 * The standings on a day of a client's controls, or of everything the scope sees. Derived each time, and never from all findings or all
 * runs: from their counts, from the newest run of each test, and from evidence through its links.
 */
export async function readStandings(
	executor: Executor,
	{ workspaceId, clientId }: Seen,
	today: string,
	only: string | null = null,
): Promise<Map<string, ControlStanding>> {
	const rows = await readRows(executor, FACTS, STANDINGS, [workspaceId, CLASS_OF_RULE, today, clientId, only]);
	return new Map(
		rows.map((row) => {
			const facts: StandingFacts & WhyFacts = {
				findings: row.findings,
				high: row.high,
				accepted: row.accepted,
				failedTests: row.failed_tests,
				hosts: row.hosts,
				hostsLookedAt: row.hosts_looked_at,
				hostsSeen: row.hosts_seen,
				hostsDismissed: row.hosts_dismissed,
				saidFixed: row.hosts_said_fixed,
				seenUntil: row.seen_until,
				allSeenUntil: row.all_seen_until,
				shown: row.shown,
				reviewedByAuthor: row.reviewed_by_author,
				shownUntil: row.shown_until,
				waiting: row.waiting,
				leftOut: row.left_out,
				tests: row.tests,
			};
			const standing = standingOf(facts, today);
			const { findings, tests, shown, reviewed_by_author: byAuthor } = row;
			const reviewedByAuthor =
				standing !== "covered" || byAuthor === 0 ? undefined : byAuthor < shown ? ("some" as const) : ("all" as const);
			return [
				row.control_id,
				{ standing, why: whyOf(standing, facts), reviewedByAuthor, findings, tests, nextDue: row.next_due },
			];
		}),
	);
}

/**
 * Of a row `run` of `newest_runs`, for a `test`: whether its newest complete run counts, whether it failed, and whether what it found is
 * fixed only because a person says so. `LIMIT 1`: looked up for one host, instead of reading all findings once for a hash.
 */
const COMPLETE = `complete_until >= $3::date AS counts, complete_result = 'failed' AND complete_until >= $3::date AS is_failed,
	complete_result = 'failed' AND complete_until >= $3::date AND test.control_id NOT IN (SELECT control_id FROM counted) AND coalesce((
	  SELECT true FROM findings JOIN class_of ON class_of.rule = ${ruleColumn("findings.rule")}
	  WHERE account_id = $1 AND asset = run.host AND word = 'fixed' AND class_of.class = ANY (test.classes) LIMIT 1), false) AS said_fixed`;

/**
 * A test is due a cadence after its newest complete run, or after it was added. A retired control's test is never due. If the newest
 * complete run failed on a host and nothing is present there anymore, a person has since made a decision.
 *
 * Most controls have one scan test, of all hosts (`is_alone`): its rows of `newest_runs` are counted as they are. For the others they are
 * first put together by host. `OFFSET 0`: an expression is computed once for a row, and not once for each count.
 */
const STANDINGS = `WITH RECURSIVE ${knownHosts("NULL")}, ${FINDINGS_BY_CLASS}, ${AGAINST},
	counted AS (
	  SELECT control_id, sum(findings) AS findings, sum(high) AS high, sum(accepted) AS accepted FROM against GROUP BY control_id),
	tests AS MATERIALIZED (
	  SELECT test.*, controls.client_id, controls.left_out, controls.state = 'retired' AS is_retired,
	    test.kind = 'scan' AND test.hosts = '{}' AND controls.left_out = '{}'
	      AND count(*) FILTER (WHERE test.kind = 'scan') OVER (PARTITION BY test.control_id) = 1 AS is_alone
	  FROM controls JOIN control_tests AS test ON test.workspace_id = controls.workspace_id AND test.control_id = controls.id
	  WHERE controls.workspace_id = $1 AND ($4::uuid IS NULL OR controls.client_id = $4) AND ($5::uuid IS NULL OR controls.id = $5)
	    AND test.active),
	sizes AS (SELECT client_id, count(*) AS hosts FROM hosts WHERE NOT is_gone GROUP BY client_id),
	newest AS MATERIALIZED (
	  SELECT test.id, about.* FROM tests AS test CROSS JOIN LATERAL (
	    SELECT max(complete_at) AS complete_at, count(*) FILTER (WHERE is_its AND counts) AS looked_at,
	      max(complete_until) FILTER (WHERE is_its) AS until, min(complete_until) FILTER (WHERE is_its) AS all_until,
	      count(*) FILTER (WHERE is_its AND counts AND NOT is_failed) AS hosts,
	      count(*) FILTER (WHERE is_its AND is_failed AND NOT said_fixed) AS dismissed,
	      count(*) FILTER (WHERE is_its AND said_fixed) AS said_fixed
	    FROM (SELECT complete_at, complete_until, ${COMPLETE},
	        test.is_alone AND (test.client_id, host) IN (SELECT client_id, host FROM hosts WHERE NOT is_gone) AS is_its
	      FROM newest_runs AS run WHERE (workspace_id, test_id) = ($1, test.id) OFFSET 0) AS run) AS about),
	tested AS (
	  SELECT test.control_id, count(*) AS tests,
	    count(*) FILTER (WHERE said.result = 'failed') AS failed_tests,
	    max(said.expires_on) FILTER (WHERE said.result = 'passed') AS shown_until,
	    count(*) FILTER (WHERE said.result = 'passed' AND said.expires_on >= $3::date) AS shown,
	    count(*) FILTER (WHERE said.result = 'passed' AND said.expires_on >= $3::date AND said.by_author) AS by_author,
	    count(*) FILTER (WHERE test.kind <> 'scan' AND (SELECT true FROM newest_runs AS run
	        JOIN test_runs ON (test_runs.workspace_id, test_runs.id) = ($1, run.run_id)
	        JOIN evidence ON (evidence.workspace_id, evidence.id) = ($1, test_runs.evidence_id)
	      WHERE (run.workspace_id, run.test_id) = ($1, test.id) AND evidence.state = 'submitted' LIMIT 1)) AS waiting,
	    min((coalesce(newest.complete_at, test.created_at) AT TIME ZONE 'UTC')::date + test.every_days)
	      FILTER (WHERE NOT is_retired) AS next_due
	  FROM tests AS test JOIN newest USING (id)
	    LEFT JOIN LATERAL (SELECT result, run.expires_on,
	        (SELECT ${isReviewedByAuthor("evidence")} FROM evidence WHERE (workspace_id, id) = ($1, run.evidence_id)) AS by_author
	      FROM test_runs AS run
	      WHERE test.kind <> 'scan' AND run.result <> 'incomplete' AND (run.workspace_id, run.test_id) = ($1, test.id)
	        AND ${countedRun("run")}
	      ORDER BY run.at DESC, run.id DESC LIMIT 1) AS said ON true
	  GROUP BY test.control_id),
	in_scope AS (
	  SELECT test.control_id, about.host, count(*) AS tests
	  FROM tests AS test,
	    LATERAL (
	      SELECT host FROM hosts WHERE test.hosts = '{}' AND hosts.client_id = test.client_id AND NOT is_gone
	      UNION ALL SELECT named.host FROM unnest(test.hosts) AS named (host)
	        WHERE NOT EXISTS (SELECT FROM hosts WHERE hosts.host = named.host AND is_gone)) AS about
	  WHERE test.kind = 'scan' AND NOT is_alone AND NOT ${isLeftOut("about.host", "test")}
	  GROUP BY test.control_id, about.host),
	on_host AS (
	  SELECT test.control_id, run.host, max(complete_until) AS until, min(complete_until) AS first_until,
	    count(*) FILTER (WHERE counts) AS tests, bool_or(is_failed) AS failed, bool_or(said_fixed) AS said_fixed
	  FROM tests AS test JOIN newest_runs AS run ON (run.workspace_id, run.test_id) = ($1, test.id),
	    LATERAL (SELECT ${COMPLETE} OFFSET 0) AS complete
	  WHERE test.kind = 'scan' AND NOT is_alone AND (test.hosts = '{}' OR run.host = ANY (test.hosts)) AND complete_at IS NOT NULL
	  GROUP BY test.control_id, run.host),
	seen AS (
	  SELECT control_id, sizes.hosts AS in_scope, looked_at, until, all_until, newest.hosts, dismissed, said_fixed
	  FROM tests JOIN newest USING (id) JOIN sizes USING (client_id) WHERE is_alone
	  UNION ALL
	  SELECT control_id, count(*) AS in_scope, count(*) FILTER (WHERE on_host.tests = in_scope.tests) AS looked_at,
	    max(until) AS until, min(first_until) AS all_until, count(*) FILTER (WHERE until >= $3::date AND NOT failed) AS hosts,
	    count(*) FILTER (WHERE failed AND NOT said_fixed) AS dismissed, count(*) FILTER (WHERE said_fixed) AS said_fixed
	  FROM in_scope LEFT JOIN on_host USING (control_id, host) GROUP BY control_id),
	pieces AS MATERIALIZED (
	  SELECT workspace_id, id, expires_on, ${isReviewedByAuthor("evidence")} AS by_author FROM evidence
	  WHERE workspace_id = $1 AND method = 'by-hand' AND ($4::uuid IS NULL OR client_id = $4) AND state = 'accepted'
	    AND kind IS DISTINCT FROM 'test-run'),
	shown AS (
	  SELECT link.subject_id, max(coalesce(expires_on, '${WITHOUT_END}')) AS until,
	    count(*) FILTER (WHERE expires_on IS NULL OR expires_on >= $3::date) AS pieces,
	    count(*) FILTER (WHERE by_author AND (expires_on IS NULL OR expires_on >= $3::date)) AS by_author
	  FROM pieces JOIN evidence_links AS link ON link.workspace_id = pieces.workspace_id AND link.evidence_id = pieces.id
	  WHERE link.subject_type = 'control' AND ($5::text IS NULL OR link.subject_id = $5::text)
	  GROUP BY link.subject_id)
	SELECT controls.id AS control_id, coalesce(counted.findings, 0)::bigint AS findings, coalesce(counted.high, 0)::bigint AS high,
	  coalesce(counted.accepted, 0)::bigint AS accepted, coalesce(tested.failed_tests, 0) AS failed_tests,
	  coalesce(seen.in_scope, 0) AS hosts, coalesce(seen.looked_at, 0) AS hosts_looked_at,
	  coalesce(seen.hosts, 0) AS hosts_seen, coalesce(seen.dismissed, 0) AS hosts_dismissed,
	  coalesce(seen.said_fixed, 0) AS hosts_said_fixed, to_char(seen.until, 'YYYY-MM-DD') AS seen_until,
	  to_char(seen.all_until, 'YYYY-MM-DD') AS all_seen_until,
	  coalesce(tested.shown, 0) + coalesce(shown.pieces, 0) AS shown,
	  coalesce(tested.by_author, 0) + coalesce(shown.by_author, 0) AS reviewed_by_author, coalesce(tested.waiting, 0) AS waiting,
	  to_char(greatest(tested.shown_until, shown.until), 'YYYY-MM-DD') AS shown_until,
	  cardinality(${LEFT_OUT_HOSTS}) AS left_out, coalesce(tested.tests, 0) AS tests, to_char(tested.next_due, 'YYYY-MM-DD') AS next_due
	FROM controls LEFT JOIN counted ON counted.control_id = controls.id LEFT JOIN tested ON tested.control_id = controls.id
	  LEFT JOIN seen ON seen.control_id = controls.id LEFT JOIN shown ON shown.subject_id = controls.id::text
	WHERE controls.workspace_id = $1 AND ($4::uuid IS NULL OR controls.client_id = $4) AND ($5::uuid IS NULL OR controls.id = $5)`;
