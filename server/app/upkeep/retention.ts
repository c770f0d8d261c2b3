import { DELIVERY_DAYS } from "#contract/webhooks/webhooks.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { ENDED_LINK_DAYS, MESSAGE_DAYS } from "#src/config/retention.ts";

/**
 * Deletes data at the end of its retention period: anonymous scans (with their addresses, reports and links) and every tool's
 * raw output after `days`; invitations and links of respondents 30 days after they ended; counters and the record of recent mails as soon as they have no effect; "not me" links after a
 * year. Request keys stay, and so do mailboxes that asked for no mail: both are hashes. Returns how many scans were deleted.
 */
export async function deleteOldData(pool: Pool, days: number): Promise<number> {
	const { rowCount } = await pool.query(
		"DELETE FROM scans WHERE owner = 'anonymous' AND accepted_at < now() - $1 * interval '1 day'",
		[days],
	);
	await pool.query("DELETE FROM scan_raw WHERE created_at < now() - $1 * interval '1 day'", [days]);
	await pool.query("DELETE FROM report_links WHERE expires_at < now() - interval '30 days'");
	await pool.query("DELETE FROM account_report_shares WHERE expires_at < now() - interval '30 days'");
	await pool.query("DELETE FROM signed_links WHERE expires_at < now() - interval '30 days'");
	await pool.query("DELETE FROM bundle_links WHERE ends_on < current_date - 30");
	await pool.query(
		"DELETE FROM invitations WHERE coalesce(accepted_at, revoked_at, expires_at) < now() - interval '30 days'",
	);
	await pool.query(
		"DELETE FROM api_tokens WHERE coalesce(revoked_at, (ends_on + 1)::timestamptz) < now() - interval '30 days'",
	);
	await pool.query(`DELETE FROM webhook_deliveries WHERE created_at < now() - ${DELIVERY_DAYS} * interval '1 day'`);
	await pool.query("UPDATE webhooks SET old_secret = NULL, old_secret_until = NULL WHERE old_secret_until < now()");
	await pool.query("DELETE FROM respondent_codes WHERE expires_at < now()");
	// Until then it says who was asked. What they answered stays, with their name.
	await pool.query(
		`DELETE FROM respondents WHERE coalesce(revoked_at, (ends_on + 1)::timestamptz) < now() - ${ENDED_LINK_DAYS} * interval '1 day'`,
	);
	await pool.query(
		"DELETE FROM respondent_sessions USING respondents WHERE id = respondent_id AND ends_on < current_date",
	);
	await pool.query("DELETE FROM sent_mails WHERE sent_at < now() - interval '1 day'");
	await pool.query("DELETE FROM rate_limits WHERE expires_at < now()");
	await pool.query("DELETE FROM not_me_links WHERE created_at < now() - interval '1 year'");
	await pool.query("DELETE FROM account_not_me_links WHERE created_at < now() - interval '1 year'");
	await pool.query(
		`DELETE FROM leads WHERE kind IN ('newsletter', 'waitlist') AND confirmed_at IS NULL
		   AND accepted_at < now() - $1 * interval '1 day'`,
		[days],
	);
	await pool.query(
		"DELETE FROM leads WHERE kind IN ('contact', 'demo') AND accepted_at < now() - $1 * interval '1 day'",
		[MESSAGE_DAYS],
	);
	// Longer than any job is tried again.
	await pool.query("DELETE FROM job_failures WHERE at < now() - interval '14 days'");
	await pool.query("DELETE FROM audit_addresses WHERE at < now() - interval '7 days'");
	await pool.query("DELETE FROM target_opt_outs WHERE until < now()");
	return rowCount ?? 0;
}
