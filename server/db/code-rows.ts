import type { AccountStatements, CodeRow } from "../accounts/ports.ts";
import type { Executor } from "./pool.ts";

type Rows = Pick<AccountStatements, "saveCode" | "tryCodes" | "spendCode" | "deleteCodes">;

/** How many accounts may wait for the same address and still be looked at: each costs a hash. */
const AT_MOST = 3;

export function codeRows(executor: Executor): Rows {
	return {
		async saveCode({ accountId, purpose, emailKey, codeHash, createdAt, expiresAt }) {
			await executor.query(
				`INSERT INTO account_codes (account_id, purpose, email_key, code_hash, created_at, expires_at)
				 VALUES ($1, $2, $3, $4, $5, $6)
				 ON CONFLICT (account_id, purpose) DO UPDATE SET email_key = excluded.email_key, code_hash = excluded.code_hash,
				   created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0`,
				[accountId, purpose, emailKey, codeHash, createdAt, expiresAt],
			);
		},
		async tryCodes(emailKey, purposes, { tries, now }) {
			// The try is counted before the code is compared, so that many at once have no more of them.
			const { rows } = await executor.query<CodeRow>(
				`UPDATE account_codes SET tries = tries + 1
				 WHERE (account_id, purpose) IN (
				   SELECT account_id, purpose FROM account_codes
				   WHERE email_key = $1 AND purpose = ANY($2) AND tries < $3 AND expires_at > $4
				   ORDER BY created_at DESC LIMIT ${AT_MOST} FOR UPDATE
				 )
				 RETURNING account_id AS "accountId", purpose, code_hash AS "codeHash"`,
				[emailKey, purposes, tries, now],
			);
			return rows;
		},
		async spendCode({ accountId, purpose, codeHash }) {
			const { rowCount } = await executor.query(
				"DELETE FROM account_codes WHERE account_id = $1 AND purpose = $2 AND code_hash = $3",
				[accountId, purpose, codeHash],
			);
			return rowCount === 1;
		},
		async deleteCodes(accountId) {
			await executor.query("DELETE FROM account_codes WHERE account_id = $1", [accountId]);
		},
	};
}
