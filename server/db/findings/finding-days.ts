import type { AccountId } from "#contract/ids.ts";
import type { SeverityCounts } from "#contract/scans.ts";
import type { Executor } from "../pool.ts";
import { readRow } from "../rows.ts";
import { COUNTS, countsOf, NO_FINDINGS } from "../severity-counts.ts";
import { stateColumn } from "./finding-row.ts";

/** How many findings of each severity are open on a day. */
export async function countOpen(executor: Executor, account: AccountId, day: string): Promise<SeverityCounts> {
	const counts = await readRow(
		executor,
		COUNTS,
		`SELECT ${countsOf(`${stateColumn("$2")} = 'open'`)} FROM findings WHERE account_id = $1`,
		[account, day],
	);
	return counts ?? NO_FINDINGS;
}

/** Stores how many findings are open on this day, for the trend. A later change on the same day replaces it. */
export async function recordDay(client: Executor, account: AccountId, day: string): Promise<void> {
	const { high, medium, low, none } = await countOpen(client, account, day);
	await client.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT (account_id, day) DO UPDATE SET high = excluded.high, medium = excluded.medium, low = excluded.low,
		   none = excluded.none`,
		[account, day, high, medium, low, none],
	);
}
