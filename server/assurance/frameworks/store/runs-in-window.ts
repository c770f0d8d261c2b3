import { RUN_RESULTS } from "#contract/controls/tests.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, json, oneOf, readRows, text, texts, uuid } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { countedRun } from "../../controls/store/runs/counted-run.ts";
import { endOf, numberOf, startOf } from "../effectiveness/days.ts";
import type { RanAlike } from "../effectiveness/ran-on-hosts.ts";

const ON_HOSTS = { test_id: uuid, codes: json<number[]>(), hosts: texts };
const BY_PEOPLE = { test_id: uuid, day: text, result: oneOf(RUN_RESULTS), count: int };

const RESULT_CODE = `CASE result ${RUN_RESULTS.map((result, code) => `WHEN '${result}' THEN ${code}`).join(" ")} END`;

/**
 * Runs of these tests by scans in a window: hosts with the same runs together, which most hosts have. Each test's part of the index is read
 * once, in its order. A run is one number, its day and its result: 360,000 of them are a matter of memory.
 */
export async function readRunsOnHosts(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ from, to, tests }: Window & { tests: readonly string[] },
): Promise<Map<string, RanAlike[]>> {
	const rows = await readRows(
		db,
		ON_HOSTS,
		`SELECT test.id AS test_id, to_jsonb(codes) AS codes, hosts FROM unnest($3::uuid[]) AS test (id), LATERAL (
		   SELECT codes, array_agg(host) AS hosts FROM (
		     SELECT host, array_agg(((at AT TIME ZONE INTERVAL '0')::date - $4::date) * ${RUN_RESULTS.length} + ${RESULT_CODE}) AS codes
		     FROM test_runs WHERE workspace_id = $1 AND client_id = $2 AND test_id = test.id AND host > '' AND at >= $5 AND at < $6
		     GROUP BY host) AS on_host
		   GROUP BY codes) AS alike`,
		[workspaceId, clientId, tests, from, startOf(from), endOf(to)],
	);
	const first = numberOf(from);
	const runOf = (code: number) => ({
		day: first + Math.floor(code / RUN_RESULTS.length),
		result: RUN_RESULTS[code % RUN_RESULTS.length] ?? "incomplete",
	});
	const alike = Map.groupBy(rows, ({ test_id }) => test_id);
	return new Map(
		[...alike].map(([test, of]) => [test, of.map(({ codes, hosts }) => ({ runs: codes.map(runOf), hosts }))]),
	);
}

/** Runs of these tests by people in a window, by day and result. One that passed is incomplete until its evidence is accepted. */
export async function readRunsByPeople(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ from, to, tests }: Window & { tests: readonly string[] },
) {
	const rows = await readRows(
		db,
		BY_PEOPLE,
		`SELECT test_id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, result, count(*) AS count FROM (
		   SELECT run.test_id, run.at, CASE WHEN ${countedRun("run", "'accepted', 'superseded'")} THEN result ELSE 'incomplete' END AS result
		   FROM unnest($3::uuid[]) AS test (id), test_runs AS run
		   WHERE run.workspace_id = $1 AND run.client_id = $2 AND run.test_id = test.id AND run.host = '' AND at >= $4 AND at < $5) AS ran
		 GROUP BY 1, 2, 3`,
		[workspaceId, clientId, tests, startOf(from), endOf(to)],
	);
	return Map.groupBy(rows, ({ test_id }) => test_id);
}
