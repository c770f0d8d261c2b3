import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "../pool.ts";
import { readRow, text } from "../rows.ts";
import { countOpen } from "./finding-counts.ts";

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
