import { RUN_RESULTS, type TestSpec } from "#contract/controls/tests.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { TIME_TO_FIX, type TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import {
	flag,
	int,
	json,
	oneOf,
	orNull,
	readRow,
	readRows,
	text,
	texts,
	time,
	uuid,
} from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { retiredAt, wasThere } from "../../controls/store/retired.ts";
import { countedRun } from "../../controls/store/runs/counted-run.ts";
import { timeToFixOf } from "../../controls/store/time-to-fix.ts";
import { isRuleOf } from "../../findings/finding-classes.ts";
import { packOf } from "../../packs/read-packs.ts";
import { dayFrom, endOf, startOf } from "../effectiveness/days.ts";
import { addedOn, type EffectivenessFacts, type FindingFacts, lastDue } from "../effectiveness/facts.ts";
import { periodsOf } from "../effectiveness/periods.ts";

const CONTROL = { id: uuid, code: text, title: text, retired_on: orNull(text), requirements: texts };
const TEST = {
	id: uuid,
	control_id: uuid,
	title: text,
	spec: json<TestSpec>(),
	every_days: int,
	active: flag,
	created_at: time,
	changed_at: orNull(time),
};
const LOOKED = { test_id: uuid, host: text, periods: int };
const RUNS = { test_id: uuid, day: text, result: oneOf(RUN_RESULTS), count: int };

/** Controls that serve a framework, with their tests and what ran in a window. */
export async function readEffectivenessFacts(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ framework, from, to, now, hosts }: Window & { framework: FrameworkId; now: Date; hosts: readonly string[] },
): Promise<EffectivenessFacts> {
	const window = [clientId, startOf(from), endOf(to)];
	const today = dayOf(now);
	const pack = await packOf(db, { workspaceId }, framework);
	const [controls, tests] = await Promise.all([
		readRows(
			db,
			CONTROL,
			`SELECT id, code, title, to_char(${retiredAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS retired_on,
			   array_agg(requirement_id) AS requirements
			 FROM controls JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = id
			 WHERE client_id = $1 AND framework = $2 AND ${wasThere("$3")} GROUP BY controls.workspace_id, id ORDER BY code, id`,
			[clientId, framework, startOf(from)],
		),
		readRows(
			db,
			TEST,
			`SELECT test.id, control_id, test.title, spec, every_days, active, test.created_at, changed_at FROM control_tests AS test
			 JOIN controls ON controls.workspace_id = test.workspace_id AND controls.id = control_id
			 WHERE client_id = $1 ORDER BY test.created_at, test.id`,
			[clientId],
		),
	]);
	const testsOf = Map.groupBy(tests, ({ control_id }) => control_id);
	const periods = controls.flatMap(({ id, retired_on }) =>
		(testsOf.get(id) ?? []).map((test) => {
			const added = addedOn({ createdAt: test.created_at });
			const of = { from, to: lastDue({ to, today }, retired_on), added, everyDays: test.every_days };
			const { first, due } = periodsOf(of);
			return { id: test.id, first: dayFrom(first), every: test.every_days, due };
		}),
	);
	const [runs, looked, first] = await Promise.all([
		readRows(
			db,
			RUNS,
			`SELECT test_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, result, count(*) AS count FROM (
			   SELECT test_id, at, result FROM test_runs WHERE client_id = $1 AND at >= $2 AND at < $3 AND host <> ''
			   UNION ALL
			   SELECT test_id, at, CASE WHEN ${countedRun("run", "'accepted', 'superseded'")} THEN result ELSE 'incomplete' END
			   FROM test_runs AS run WHERE client_id = $1 AND at >= $2 AND at < $3 AND host = '') AS ran
			 GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
			window,
		),
		readRows(
			db,
			LOOKED,
			`SELECT test_id, host, count(*) FILTER (WHERE period >= 0 AND period < due) AS periods FROM (
			   SELECT test_id, host, test.due, CASE WHEN days >= 0 THEN days / test.every ELSE -1 END AS period
			   FROM test_runs JOIN jsonb_to_recordset($4) AS test (id uuid, first date, every integer, due integer) ON test.id = test_id,
			     LATERAL (SELECT (at AT TIME ZONE 'UTC')::date - test.first AS days) AS since
			   WHERE client_id = $1 AND at >= $2 AND at < $3 AND host <> '' AND result <> 'incomplete' GROUP BY 1, 2, 3, 4) AS ran
			 GROUP BY 1, 2 ORDER BY 1, 2`,
			[...window, JSON.stringify(periods)],
		),
		readRow(
			db,
			{ at: orNull(time), time_to_fix: json<TimeToFix>() },
			// Findings stay when old scans are deleted.
			`SELECT least((SELECT min(finished_at) FROM scans WHERE owner = $1::text AND status = 'completed' AND host IS NOT NULL),
			   (SELECT min(first_seen_at) FROM findings WHERE account_id = $1::uuid)) AS at, ${timeToFixOf("$1::uuid")} AS time_to_fix`,
			[workspaceId],
		),
	]);
	const order = new Map(pack.requirements.map(({ id }, at) => [id, at]));
	const runsOf = Map.groupBy(runs, ({ test_id }) => test_id);
	const lookedAt = Map.groupBy(looked, ({ test_id }) => test_id);
	return {
		framework,
		from,
		to,
		today,
		firstScanAt: first?.at?.toISOString() ?? null,
		timeToFix: first?.time_to_fix ?? TIME_TO_FIX,
		hosts,
		controls: controls.map(({ id, code, title, retired_on, requirements }) => ({
			controlId: id,
			code,
			title,
			retiredOn: retired_on,
			requirements: requirements.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)),
			tests: (testsOf.get(id) ?? []).map((test) => ({
				testId: test.id,
				title: test.title,
				spec: test.spec,
				everyDays: test.every_days,
				active: test.active,
				createdAt: test.created_at,
				changedAt: test.changed_at,
				runs: runsOf.get(test.id) ?? [],
				looked: new Map(lookedAt.get(test.id)?.map(({ host, periods }) => [host, periods])),
			})),
		})),
	};
}

const BATCH = 2_000;

type Changed = { at: string; what: "reopened" | "fixed" };
type Said = { at: string; state: FindingState; reason: string; until: string | null };
const FINDING = {
	fingerprint: text,
	title: text,
	rule: text,
	asset: text,
	host: text,
	severity: oneOf(SEVERITIES),
	first_seen_at: time,
	fixed_at: orNull(time),
	reopened_at: orNull(time),
	changes: orNull(json<Changed[]>()),
	words: orNull(json<Said[]>()),
};

/**
 * The findings of these rules that were there in a window, with what happened to them, in batches: those that were seen before its end,
 * and not fixed for good before it started. The population judges which of them count.
 */
export async function* readFindingHistories(
	db: Executor,
	{ workspaceId }: ClientScope,
	{ from, to, rules }: Window & { rules: readonly string[] },
): AsyncGenerator<FindingFacts[]> {
	for (let after = ""; ; ) {
		const rows = await readRows(
			db,
			FINDING,
			`WITH page AS MATERIALIZED (
			   SELECT fingerprint, title, rule, asset, host, severity, first_seen_at, fixed_at, reopened_at FROM findings
			   WHERE account_id = $1 AND fingerprint > $2 AND first_seen_at < $3 AND ${isRuleOf("rule", "$4")}
			     AND (fixed_at IS NULL OR fixed_at >= $5 OR reopened_at > fixed_at)
			   ORDER BY fingerprint LIMIT ${BATCH})
			 SELECT page.*, changes, words FROM page LEFT JOIN (
			   SELECT fingerprint, jsonb_agg(jsonb_build_object('at', at, 'what', what) ORDER BY at, id) AS changes FROM finding_changes
			   WHERE account_id = $1 AND ${ON_PAGE} AND what IN ('reopened', 'fixed')
			   GROUP BY fingerprint) AS change USING (fingerprint)
			 LEFT JOIN (
			   SELECT fingerprint, jsonb_agg(jsonb_build_object('at', said_at, 'state', state, 'reason', reason, 'until', until)
			     ORDER BY said_at, id) AS words FROM finding_words
			   WHERE account_id = $1 AND ${ON_PAGE} GROUP BY fingerprint) AS word USING (fingerprint)
			 ORDER BY fingerprint`,
			[workspaceId, after, endOf(to), rules, startOf(from)],
		);
		const last = rows.at(-1);
		if (last) yield rows.map(historyOf);
		if (!last || rows.length < BATCH) return;
		after = last.fingerprint;
	}
}

/** Between the first and the last of a page: one step in an index, and not one for each finding. */
const ON_PAGE = "fingerprint > $2 AND fingerprint <= (SELECT max(fingerprint) FROM page)";

type FindingRow = Omit<FindingFacts, "firstSeenAt" | "fixedAt" | "reopenedAt" | "events"> & {
	first_seen_at: Date;
	fixed_at: Date | null;
	reopened_at: Date | null;
	changes: Changed[] | null;
	words: Said[] | null;
};

const historyOf = ({ first_seen_at, fixed_at, reopened_at, changes, words, ...row }: FindingRow): FindingFacts => ({
	...row,
	firstSeenAt: first_seen_at,
	fixedAt: fixed_at,
	reopenedAt: reopened_at,
	events: [
		...(changes ?? []).map(({ at, what }) => ({ at: new Date(at), by: "scan" as const, what })),
		...(words ?? []).map(({ at, ...said }) => ({ at: new Date(at), by: "person" as const, ...said })),
	].sort((a, b) => a.at.getTime() - b.at.getTime()),
});
