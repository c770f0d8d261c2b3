import type { Pool } from "#server/platform/db/pool.ts";
import { SESSION_IS_OVER } from "./session-rows.ts";

/** An account with rows in one of these tables has been used, even if its scans were deleted. */
const SIGNS_OF_USE = ["findings", "account_reports", "schedules", "target_claims"];

/**
 * Deletes accounts that are still unconfirmed and unused after `days`; expired sessions, sign-ins, codes and registrations; and devices
 * after a year, when their cookie expires. Also deletes scans and answers that were stored while their workspace or account was
 * being deleted. Returns how many accounts were deleted.
 */
export async function deleteOldAccounts(pool: Pool, days: number): Promise<number> {
	const { rowCount } = await pool.query(
		`DELETE FROM accounts WHERE email_confirmed_at IS NULL AND created_at < now() - $1 * interval '1 day'
		 AND NOT EXISTS (SELECT 1 FROM scans WHERE owner = accounts.id::text)
		 AND NOT EXISTS (SELECT 1 FROM memberships WHERE account_id = accounts.id AND workspace_id <> accounts.id)
		 AND ${SIGNS_OF_USE.map((table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE account_id = accounts.id)`).join(" AND ")}`,
		[days],
	);
	await pool.query(`DELETE FROM sessions WHERE ${SESSION_IS_OVER}`);
	await pool.query("DELETE FROM account_codes WHERE expires_at < now()");
	await pool.query("DELETE FROM pending_sign_ins WHERE expires_at < now()");
	await pool.query("DELETE FROM passkey_challenges WHERE expires_at < now()");
	await pool.query("DELETE FROM registrations WHERE expires_at < now()");
	await pool.query("DELETE FROM digest_links WHERE expires_at < now()");
	await pool.query("DELETE FROM known_devices WHERE created_at < now() - interval '1 year'");
	await pool.query(
		`DELETE FROM scans WHERE owner <> 'anonymous' AND accepted_at < now() - interval '1 day'
		 AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id::text = owner)`,
	);
	await pool.query(
		`DELETE FROM account_requests WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id::text = account_requests.owner)
		 AND NOT EXISTS (SELECT 1 FROM respondents WHERE id::text = account_requests.owner)`,
	);
	return rowCount ?? 0;
}
