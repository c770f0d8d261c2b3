import { SEVERITIES } from "#contract/findings/severity.ts";
import { FINDING_STATES, type FindingFilter, type FindingPage } from "#contract/findings/vulnerabilities.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, oneOf, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { COUNTS, sumOf } from "#server/scanning/scans/store/severity-counts.ts";
import { findingWhere } from "./finding-filter.ts";
import { stateColumn } from "./finding-row.ts";

/**
 * Where to count findings that match a filter: the sum of `findings`. A trigger maintains the table of counts, with one row for findings
 * that are alike in everything but where and when exactly they were seen (migrations/0023-finding-counts.sql). It cannot be searched by
 * parameter, so a search counts the findings themselves.
 */
export const countedIn = ({ q }: FindingFilter): string =>
	q ? "(SELECT *, 1 AS findings FROM findings) AS counted" : "finding_counts";

/** How many findings match a filter in each state, ignoring the filter's own state. */
export async function countStates(
	executor: Executor,
	seen: Seen,
	today: string,
	{ state: _, ...filter }: FindingFilter,
): Promise<FindingPage["states"]> {
	const where = findingWhere(seen, today, filter);
	const rows = await readRows(
		executor,
		{ state: oneOf(FINDING_STATES), count: int },
		`SELECT ${stateColumn(`$${where.values.length + 1}`)} AS state, sum(findings) AS count FROM ${countedIn(filter)}
		 WHERE ${where.text} GROUP BY 1`,
		[...where.values, today],
	);
	const states = { open: 0, fixed: 0, "false-positive": 0, accepted: 0 };
	for (const { state, count } of rows) states[state] = count;
	return states;
}

/** How many problems match a filter. */
export async function countProblems(
	executor: Executor,
	seen: Seen,
	today: string,
	filter: FindingFilter,
): Promise<number> {
	const where = findingWhere(seen, today, filter);
	const row = await readRow(
		executor,
		{ count: int },
		`SELECT count(*) AS count FROM (
		   SELECT FROM ${countedIn(filter)} WHERE ${where.text} GROUP BY weight, title, rule) AS problems`,
		where.values,
	);
	return row?.count ?? 0;
}

/** How many findings of each severity are open on a day, on each host that has any. The one place where open findings are counted. */
export async function countOpenByHost(
	executor: Executor,
	{ workspaceId, clientId }: Seen,
	day: string,
	host: string | null = null,
): Promise<Map<string, SeverityCounts>> {
	const counts = SEVERITIES.map(
		(one) => `coalesce(sum(findings) FILTER (WHERE severity = '${one}'), 0) AS ${one}`,
	).join(", ");
	const rows = await readRows(
		executor,
		{ ...COUNTS, host: text },
		`SELECT asset AS host, ${counts} FROM finding_counts
		 WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ($3::text IS NULL OR asset = $3) AND ${ofClient("asset", "$1", "$4")}
		 GROUP BY asset`,
		[workspaceId, day, host, clientId],
	);
	return new Map(rows.map(({ host, ...counts }) => [host, counts]));
}

/** How many findings of each severity are open on a day, on all hosts. */
export async function countOpen(executor: Executor, seen: Seen, day: string): Promise<SeverityCounts> {
	return sumOf((await countOpenByHost(executor, seen, day)).values());
}
