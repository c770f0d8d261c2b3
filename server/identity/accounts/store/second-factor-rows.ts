import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, flag, id, int, orNull, readRow, time } from "#server/platform/db/rows.ts";
import type { FactorStanding } from "../second-factor/factor-standing.ts";

/** How often codes may be tried before the password has to be given again. */
const PENDING_TRIES = 5;

export function secondFactorRows(executor: Executor) {
	/** Whether a statement has changed a row. */
	const does = async (statement: string, values: unknown[]) =>
		((await executor.query(statement, values)).rowCount ?? 0) > 0;
	return {
		totpOf: (accountId: AccountId): Promise<{ sealedSecret: Buffer; confirmedAt: Date | null } | undefined> =>
			readRow(
				executor,
				{ sealedSecret: bytes, confirmedAt: orNull(time) },
				`SELECT sealed_secret AS "sealedSecret", confirmed_at AS "confirmedAt" FROM account_totp WHERE account_id = $1`,
				[accountId],
			),
		/** Replaces an unconfirmed secret. False if there is a confirmed one. */
		saveTotp: (accountId: AccountId, sealedSecret: Buffer, now: Date) =>
			does(
				`INSERT INTO account_totp (account_id, sealed_secret, created_at) VALUES ($1, $2, $3)
				 ON CONFLICT (account_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
				 WHERE account_totp.confirmed_at IS NULL`,
				[accountId, sealedSecret, now],
			),
		/** `step`: the step of the code that confirmed it. */
		async confirmTotp(accountId: AccountId, step: number, now: Date) {
			await executor.query("UPDATE account_totp SET confirmed_at = $3, last_step = $2 WHERE account_id = $1", [
				accountId,
				step,
				now,
			]);
		},
		/** False if a code from this step or a later one was used. */
		spendStep: (accountId: AccountId, step: number) =>
			does("UPDATE account_totp SET last_step = $2 WHERE account_id = $1 AND last_step < $2", [accountId, step]),
		/** Together with the recovery codes and the sign-ins that wait for a second factor. */
		async deleteTotp(accountId: AccountId) {
			await executor.query("DELETE FROM pending_sign_ins WHERE account_id = $1", [accountId]);
			await executor.query("DELETE FROM account_totp WHERE account_id = $1", [accountId]);
		},
		async replaceRecoveryCodes(accountId: AccountId, hashes: Buffer[], now: Date) {
			await executor.query("DELETE FROM account_recovery_codes WHERE account_id = $1", [accountId]);
			await executor.query(
				"INSERT INTO account_recovery_codes (account_id, code_hash, created_at) SELECT $1, unnest($2::bytea[]), $3",
				[accountId, hashes, now],
			);
		},
		/** False if there is no such code, or not anymore. */
		spendRecoveryCode: (accountId: AccountId, hash: Buffer) =>
			does("DELETE FROM account_recovery_codes WHERE account_id = $1 AND code_hash = $2", [accountId, hash]),
		async recoveryCodesLeft(accountId: AccountId) {
			const row = await readRow(
				executor,
				{ count: int },
				"SELECT count(*)::integer AS count FROM account_recovery_codes WHERE account_id = $1",
				[accountId],
			);
			return row?.count ?? 0;
		},
		async insertPending({
			tokenHash,
			accountId,
			expiresAt,
		}: {
			tokenHash: Buffer;
			accountId: AccountId;
			expiresAt: Date;
		}) {
			await executor.query("INSERT INTO pending_sign_ins (token_hash, account_id, expires_at) VALUES ($1, $2, $3)", [
				tokenHash,
				accountId,
				expiresAt,
			]);
		},
		/** Whose sign-in it is; undefined if it has ended or was tried too often. */
		async countPendingTry(tokenHash: Buffer, now: Date): Promise<AccountId | undefined> {
			const row = await readRow(
				executor,
				{ accountId: id<AccountId>() },
				`UPDATE pending_sign_ins SET tries = tries + 1
				 WHERE token_hash = $1 AND expires_at > $2 AND tries < ${PENDING_TRIES} RETURNING account_id AS "accountId"`,
				[tokenHash, now],
			);
			return row?.accountId;
		},
		/** The account that the session belongs to; undefined if the session has ended. */
		factorsOf: (sessionId: string): Promise<FactorStanding | undefined> =>
			readRow(
				executor,
				{ has: flag, given: flag, byCompany: flag, required: flag },
				`SELECT two_factors AS given, signed_in_with IS NOT DISTINCT FROM 'company' AS "byCompany",
				   EXISTS (SELECT FROM account_totp WHERE account_id = sessions.account_id AND confirmed_at IS NOT NULL)
				     OR EXISTS (SELECT FROM passkeys WHERE account_id = sessions.account_id) AS has,
				   EXISTS (SELECT FROM memberships JOIN workspaces ON workspaces.id = workspace_id
				     WHERE memberships.account_id = sessions.account_id AND two_factors_required) AS required
				 FROM sessions WHERE id = $1`,
				[sessionId],
			),
		/** False if it has ended. */
		endPending: (tokenHash: Buffer) => does("DELETE FROM pending_sign_ins WHERE token_hash = $1", [tokenHash]),
	};
}
