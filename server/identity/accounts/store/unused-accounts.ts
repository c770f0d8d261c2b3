import type { Pool } from "#server/platform/db/pool.ts";

/** Deletes accounts that are still unconfirmed after `days` and appear in none of `signsOfUse`. Returns how many. */
export async function deleteUnusedAccounts(
	pool: Pool,
	days: number,
	signsOfUse: readonly { table: string; column: "account_id" | "owner" }[],
): Promise<number> {
	const unused = signsOfUse.map(
		({ table, column }) =>
			` AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${column} = accounts.id${column === "owner" ? "::text" : ""})`,
	);
	const { rowCount } = await pool.query(
		`DELETE FROM accounts WHERE email_confirmed_at IS NULL AND created_at < now() - $1 * interval '1 day'
		 AND NOT EXISTS (SELECT 1 FROM memberships WHERE account_id = accounts.id AND workspace_id <> accounts.id)${unused.join("")}`,
		[days],
	);
	return rowCount ?? 0;
}
