import type { AccountId } from "#contract/ids.ts";
import type { SeverityCounts } from "#contract/scans.ts";
import type { Executor } from "../pool.ts";
import { int, readRow } from "../rows.ts";
import { stateColumn } from "./finding-row.ts";

/** How many findings of each severity are open on a day. */
export async function countOpen(executor: Executor, account: AccountId, day: string): Promise<SeverityCounts> {
	const of = (severity: string) => `count(*) FILTER (WHERE severity = '${severity}') AS ${severity}`;
	const counts = await readRow(
		executor,
		{ high: int, medium: int, low: int, none: int },
		`SELECT ${of("high")}, ${of("medium")}, ${of("low")}, ${of("none")} FROM findings
		 WHERE account_id = $1 AND ${stateColumn("$2")} = 'open'`,
		[account, day],
	);
	return counts ?? { high: 0, medium: 0, low: 0, none: 0 };
}

/** Keeps how many are open on this day, for the trend: a later change of the same day replaces it. */
export async function recordDay(client: Executor, account: AccountId, day: string): Promise<void> {
	const { high, medium, low, none } = await countOpen(client, account, day);
	await client.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT (account_id, day) DO UPDATE SET high = excluded.high, medium = excluded.medium, low = excluded.low,
		   none = excluded.none`,
		[account, day, high, medium, low, none],
	);
}
