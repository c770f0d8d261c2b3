import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow, text } from "#server/platform/db/rows.ts";

/** A person's current name; empty if the account is gone. */
export async function nameOfAccount(client: Executor, { accountId }: { accountId: AccountId }): Promise<string> {
	const row = await readRow(
		client,
		{ name: text },
		"SELECT btrim(first_name || ' ' || last_name) AS name FROM accounts WHERE id = $1",
		[accountId],
	);
	return row?.name ?? "";
}
