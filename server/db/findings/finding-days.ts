import type { AccountId } from "#contract/ids.ts";
import type { SeverityCounts } from "#contract/scans.ts";
import { SEVERITIES } from "#contract/severity.ts";
import type { Executor } from "../pool.ts";
import { readRow, readRows, text } from "../rows.ts";
import { COUNTS, NO_FINDINGS } from "../severity-counts.ts";
import { stateColumn } from "./finding-row.ts";

/** How many findings of each severity are open on a day, on each host that has some. The one place where open findings are counted. */
export async function countOpenByHost(
	executor: Executor,
	account: AccountId,
	day: string,
	host: string | null = null,
): Promise<Map<string, SeverityCounts>> {
	const counts = SEVERITIES.map((one) => `count(*) FILTER (WHERE severity = '${one}') AS ${one}`).join(", ");
	const rows = await readRows(
		executor,
		{ ...COUNTS, host: text },
		`SELECT asset AS host, ${counts} FROM findings
		 WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ($3::text IS NULL OR asset = $3) GROUP BY asset`,
		[account, day, host],
	);
	return new Map(rows.map(({ host, ...counts }) => [host, counts]));
}

/** How many findings of each severity are open on a day, on all hosts. */
export async function countOpen(executor: Executor, account: AccountId, day: string): Promise<SeverityCounts> {
	const all = { ...NO_FINDINGS };
	for (const counts of (await countOpenByHost(executor, account, day)).values())
		for (const severity of SEVERITIES) all[severity] += counts[severity];
	return all;
}

/**
 * Stores how many findings are open on this day, for the trend. A later change on the same day replaces it. A scan that comes to
 * the account after newer ones changes the newest day: what was counted before that is not counted again.
 */
export async function recordDay(client: Executor, account: AccountId, changed: string): Promise<void> {
	const newest = await readRow(
		client,
		{ day: text },
		"SELECT greatest($2::date, max(day))::text AS day FROM finding_days WHERE account_id = $1",
		[account, changed],
	);
	const day = newest?.day ?? changed;
	const { high, medium, low, none } = await countOpen(client, account, day);
	await client.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT (account_id, day) DO UPDATE SET high = excluded.high, medium = excluded.medium, low = excluded.low,
		   none = excluded.none`,
		[account, day, high, medium, low, none],
	);
}
