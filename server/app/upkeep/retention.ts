import { deleteUnusedAccounts } from "#server/identity/accounts/store/unused-accounts.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Prune } from "#server/platform/tenancy/tenant-tables.ts";
import { MESSAGE_DAYS } from "#src/config/retention.ts";
import { TENANT_TABLES } from "../tenants/tenant-tables.ts";

/** Data that belongs to no account, workspace or client. Mailboxes that asked for no email stay: they are hashes. */
const OF_NO_TENANT: readonly Prune[] = [
	{ table: "sent_mails", when: "sent_at < now() - interval '1 day'" },
	{ table: "rate_limits", when: "expires_at < now()" },
	{ table: "not_me_links", when: "created_at < now() - interval '1 year'" },
	{
		table: "leads",
		when: "kind IN ('newsletter', 'waitlist') AND confirmed_at IS NULL AND accepted_at < now() - $1 * interval '1 day'",
		days: "kept",
	},
	{
		table: "leads",
		when: "kind IN ('contact', 'demo') AND accepted_at < now() - $1 * interval '1 day'",
		days: MESSAGE_DAYS,
	},
	// Longer than any job is retried.
	{ table: "job_failures", when: "at < now() - interval '14 days'" },
	{ table: "target_opt_outs", when: "until < now()" },
	// Answers that were stored while their account or respondent was being deleted.
	{
		table: "account_requests",
		when: `NOT EXISTS (SELECT 1 FROM accounts WHERE id::text = account_requests.owner)
			AND NOT EXISTS (SELECT 1 FROM respondents WHERE id::text = account_requests.owner)`,
	},
];

/** Where an account that has been used shows up, even if its scans were deleted. */
const SIGNS_OF_USE = TENANT_TABLES.flatMap(({ tables }) =>
	Object.entries(tables).flatMap(([table, { showsUse }]) => (showsUse ? [{ table, column: showsUse }] : [])),
);

/**
 * Deletes data whose retention period has ended, by the rules of each domain, and accounts that are still unconfirmed and unused after `days`.
 * Returns how many scans and accounts were deleted.
 */
export async function deleteOldData(pool: Pool, days: number): Promise<{ scans: number; accounts: number }> {
	const accounts = await deleteUnusedAccounts(pool, days, SIGNS_OF_USE);
	let scans = 0;
	for (const prune of [...TENANT_TABLES.flatMap(({ prunes = [] }) => prunes), ...OF_NO_TENANT]) {
		const { table, set, when, days: after } = prune;
		const action = set === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${set}`;
		const { rowCount } = await pool.query(
			`${action} WHERE ${when}`,
			after === undefined ? [] : [after === "kept" ? days : after],
		);
		if (table === "scans") scans += rowCount ?? 0;
	}
	return { scans, accounts };
}
