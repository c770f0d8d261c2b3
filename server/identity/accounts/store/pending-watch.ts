import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, neverNull, readRow } from "#server/platform/db/rows.ts";

/** A host to scan every week. */
export type Watch = { target: string; timeZone: string };

/** What the account will watch once it is confirmed. Does nothing for a confirmed one. */
export async function setPendingWatch(executor: Executor, accountId: AccountId, watch: Watch): Promise<void> {
	await executor.query("UPDATE accounts SET pending_watch = $2 WHERE id = $1 AND email_confirmed_at IS NULL", [
		accountId,
		watch,
	]);
}

/** The same for the account registered under the token, if there is one. */
export async function setPendingWatchOf(
	executor: Executor,
	registrationHash: Buffer,
	watch: Watch,
	now: Date,
): Promise<void> {
	await executor.query(
		`UPDATE accounts SET pending_watch = $2 FROM registrations
		 WHERE token_hash = $1 AND expires_at > $3 AND accounts.id = account_id AND email_confirmed_at IS NULL`,
		[registrationHash, watch, now],
	);
}

/** Returns it once. */
export async function takePendingWatch(executor: Executor, accountId: AccountId): Promise<Watch | undefined> {
	const row = await readRow(
		executor,
		{ watch: neverNull(json<Watch>()) },
		`UPDATE accounts SET pending_watch = NULL FROM accounts AS before
		 WHERE accounts.id = $1 AND before.id = $1 AND before.pending_watch IS NOT NULL
		 RETURNING before.pending_watch AS watch`,
		[accountId],
	);
	return row?.watch;
}
