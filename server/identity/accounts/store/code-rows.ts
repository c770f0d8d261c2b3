import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, oneOf, readRow, text } from "#server/platform/db/rows.ts";
import type { CodeQuery, CodeRow, NotMeLink } from "../code-row.ts";
import { CODE_TRIES, type CodePurpose } from "../codes.ts";

const NOT_ME_LINK = { accountId: id<AccountId>(), purpose: oneOf(["confirm", "change", "reset"]), emailKey: text };
const CODE = { ...NOT_ME_LINK, codeHash: text };

type NewCode = CodeRow & {
	createdAt: Date;
	expiresAt: Date;
	/** The job whose email contains it. */
	jobId: string;
	/** Whether it replaces one that is still valid. */
	renews: boolean;
};

export function codeRows(executor: Executor) {
	return {
		/** Replaces an earlier code of the same purpose. False if that one is still valid and must not be replaced. */
		async saveCode({ accountId, purpose, emailKey, codeHash, createdAt, expiresAt, jobId, renews }: NewCode) {
			const { rowCount } = await executor.query(
				`INSERT INTO account_codes AS c (account_id, purpose, email_key, code_hash, created_at, expires_at, job_id)
				 VALUES ($1, $2, $3, $4, $5, $6, $7)
				 ON CONFLICT (account_id, purpose) DO UPDATE SET email_key = excluded.email_key, code_hash = excluded.code_hash,
				   created_at = excluded.created_at, expires_at = excluded.expires_at, job_id = excluded.job_id, tries = 0
				 WHERE $8 OR c.job_id = excluded.job_id OR c.email_key <> excluded.email_key
				   OR c.expires_at <= excluded.created_at OR c.tries >= ${CODE_TRIES}`,
				[accountId, purpose, emailKey, codeHash, createdAt, expiresAt, jobId, renews],
			);
			return rowCount === 1;
		},
		/** The newest valid code that matches. */
		async findCode({ purposes, emailKey, accountId }: CodeQuery, now: Date): Promise<CodeRow | undefined> {
			return readRow(
				executor,
				CODE,
				`SELECT account_id AS "accountId", purpose, email_key AS "emailKey", code_hash AS "codeHash" FROM account_codes
				 WHERE email_key = $1 AND purpose = ANY($2) AND expires_at > $3 AND tries < ${CODE_TRIES}
				   AND ($4::uuid IS NULL OR account_id = $4)
				 ORDER BY created_at DESC LIMIT 1`,
				[emailKey, purposes, now, accountId],
			);
		},
		/** False if it has been tried too often, used or replaced. */
		async countTry({ accountId, purpose, codeHash }: CodeRow) {
			const { rowCount } = await executor.query(
				`UPDATE account_codes SET tries = tries + 1
				 WHERE account_id = $1 AND purpose = $2 AND code_hash = $3 AND tries < ${CODE_TRIES}`,
				[accountId, purpose, codeHash],
			);
			return rowCount === 1;
		},
		/** False if it was used or replaced in the meantime. */
		async spendCode({ accountId, purpose, codeHash }: CodeRow) {
			const { rowCount } = await executor.query(
				"DELETE FROM account_codes WHERE account_id = $1 AND purpose = $2 AND code_hash = $3",
				[accountId, purpose, codeHash],
			);
			return rowCount === 1;
		},
		/** All of the account's codes, or those of one purpose. */
		async deleteCodes(accountId: AccountId, purpose?: CodePurpose) {
			await executor.query("DELETE FROM account_codes WHERE account_id = $1 AND ($2::text IS NULL OR purpose = $2)", [
				accountId,
				purpose,
			]);
		},
		/**
		 * A reset link replaces the account's earlier ones, because their codes are gone: an old email must not cancel codes that were
		 * sent later.
		 */
		async insertNotMeLink(tokenHash: Buffer, { accountId, purpose, emailKey }: NotMeLink) {
			if (purpose === "reset") {
				await executor.query("DELETE FROM account_not_me_links WHERE account_id = $1 AND purpose = $2", [
					accountId,
					purpose,
				]);
			}
			await executor.query(
				"INSERT INTO account_not_me_links (token_hash, account_id, purpose, email_key) VALUES ($1, $2, $3, $4)",
				[tokenHash, accountId, purpose, emailKey],
			);
		},
		async findNotMeLink(tokenHash: Buffer): Promise<NotMeLink | undefined> {
			return readRow(
				executor,
				NOT_ME_LINK,
				`SELECT account_id AS "accountId", purpose, email_key AS "emailKey" FROM account_not_me_links
				 WHERE token_hash = $1`,
				[tokenHash],
			);
		},
	};
}
