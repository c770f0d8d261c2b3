import type pg from "pg";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";

/** A provider with a domain, someone who came from it, a sign-in that failed, and one in progress. */
export async function fillSignOn(
	pool: pg.Pool,
	workspaceId: WorkspaceId,
	by: AccountId,
	marker: string,
): Promise<void> {
	const issuer = `https://login.example.com/${marker}`;
	await pool.query(
		`INSERT INTO sign_on_providers (workspace_id, issuer, oauth_client, sealed_secret, changed_at)
		 VALUES ($1, $2, $3, sha256('x'), now())`,
		[workspaceId, issuer, marker],
	);
	await pool.query("INSERT INTO sign_on_domains (workspace_id, domain, token) VALUES ($1, $2, $3)", [
		workspaceId,
		`${marker}.example.com`,
		marker,
	]);
	await pool.query(
		`INSERT INTO sign_on_attempts (workspace_id, state_hash, browser_hash, code_verifier, nonce, next_path, expires_at)
		 VALUES ($1, sha256(convert_to($2::text, 'UTF8')), sha256('x'), $2, $2, $2, '2099-12-31')`,
		[workspaceId, marker],
	);
	await pool.query(
		"INSERT INTO sign_on_outcomes (workspace_id, issuer, oauth_client, failure) VALUES ($1, $2, $3, 'no_email')",
		[workspaceId, issuer, marker],
	);
	await pool.query(
		`INSERT INTO sign_on_identities (workspace_id, issuer, subject, account_id, created_at) VALUES ($1, $2, $3, $4, now())`,
		[workspaceId, issuer, marker, by],
	);
}
