import { IDLE_MS, LONGEST_MS, REMEMBERED_MS } from "../accounts/session.ts";
import type { Pool } from "./pool.ts";

/**
 * Deletes of accounts what is past its time: those whose address was never confirmed and that have no scan after `days`;
 * sessions, codes and registrations as soon as they count for nothing; devices after the year that their cookie lasts.
 * Scans that were just being accepted when their account was deleted follow it. Returns how many accounts went.
 */
export async function deleteOldAccounts(pool: Pool, days: number): Promise<number> {
	const { rowCount } = await pool.query(
		`DELETE FROM accounts WHERE email_confirmed_at IS NULL AND created_at < now() - $1 * interval '1 day'
		 AND NOT EXISTS (SELECT 1 FROM scans WHERE owner = accounts.id::text)`,
		[days],
	);
	await pool.query(
		`DELETE FROM sessions WHERE CASE WHEN remembered THEN last_seen_at < now() - $1 * interval '1 ms'
		   ELSE last_seen_at < now() - $2 * interval '1 ms' OR created_at < now() - $3 * interval '1 ms' END`,
		[REMEMBERED_MS, IDLE_MS, LONGEST_MS],
	);
	await pool.query("DELETE FROM account_codes WHERE expires_at < now()");
	await pool.query("DELETE FROM registrations WHERE expires_at < now()");
	await pool.query("DELETE FROM digest_links WHERE expires_at < now()");
	await pool.query("DELETE FROM known_devices WHERE created_at < now() - interval '1 year'");
	await pool.query(
		`DELETE FROM scans WHERE owner <> 'anonymous' AND accepted_at < now() - interval '1 day'
		 AND NOT EXISTS (SELECT 1 FROM accounts WHERE id::text = owner)`,
	);
	return rowCount ?? 0;
}
