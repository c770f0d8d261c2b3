import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { bytes, flag, id, int, orNull, readRow, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { NewPasskey, PasskeyKey, PasskeyRow } from "../passkeys/passkey.ts";

const PASSKEY = {
	id: uuid,
	accountId: id<AccountId>(),
	credentialId: bytes,
	transports: texts,
	syncable: flag,
	synced: flag,
	name: text,
	createdAt: time,
	lastUsedAt: orNull(time),
};

type ChallengeOf = { challengeHash: Buffer; browserHash: Buffer; accountId: AccountId | null };

export function passkeyRows(executor: Executor) {
	/** Whether a statement has changed a row. */
	const does = async (statement: string, values: unknown[]) =>
		((await executor.query(statement, values)).rowCount ?? 0) > 0;
	const userHandleOf = async (accountId: AccountId) => {
		const row = await readRow(
			executor,
			{ userHandle: bytes },
			`SELECT user_handle AS "userHandle" FROM passkey_users WHERE account_id = $1`,
			[accountId],
		);
		return row?.userHandle;
	};
	return {
		userHandleOf,
		/** Oldest first. */
		listPasskeys: (accountId: AccountId): Promise<PasskeyRow[]> =>
			readRows(
				executor,
				PASSKEY,
				`SELECT id, account_id AS "accountId", credential_id AS "credentialId", transports, syncable, synced, name,
				   created_at AS "createdAt", last_used_at AS "lastUsedAt"
				 FROM passkeys WHERE account_id = $1 ORDER BY created_at, id`,
				[accountId],
			),
		passkeyByCredential: (credentialId: Buffer): Promise<PasskeyKey | undefined> =>
			readRow(
				executor,
				{ id: uuid, accountId: id<AccountId>(), publicKey: bytes, userHandle: bytes },
				`SELECT id, passkeys.account_id AS "accountId", public_key AS "publicKey", user_handle AS "userHandle"
				 FROM passkeys JOIN passkey_users USING (account_id) WHERE credential_id = $1`,
				[credentialId],
			),
		/** Its counter, locked until the transaction ends; undefined if it is gone. */
		async lockPasskey(id: string): Promise<number | undefined> {
			const row = await readRow(executor, { counter: int }, "SELECT counter FROM passkeys WHERE id = $1 FOR UPDATE", [
				id,
			]);
			return row?.counter;
		},
		async passkeyUsed(id: string, { counter, synced }: { counter: number; synced: boolean }, now: Date) {
			await executor.query("UPDATE passkeys SET counter = $2, synced = $3, last_used_at = $4 WHERE id = $1", [
				id,
				counter,
				synced,
				now,
			]);
		},
		/** The account's handle; `fresh` if it has none yet. */
		async holdUserHandle(accountId: AccountId, fresh: Buffer): Promise<Buffer> {
			await executor.query(
				"INSERT INTO passkey_users (account_id, user_handle) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING",
				[accountId, fresh],
			);
			const held = await userHandleOf(accountId);
			if (!held) throw new Error("An account is gone that was just read");
			return held;
		},
		/** False if an account already has it. */
		insertPasskey: ({ id, accountId, name, createdAt, ...made }: NewPasskey) =>
			does(
				`INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, syncable, synced, name, created_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (credential_id) DO NOTHING`,
				[
					id,
					accountId,
					made.credentialId,
					made.publicKey,
					made.counter,
					made.transports,
					made.syncable,
					made.synced,
					name,
					createdAt,
				],
			),
		/** False if the account has no such passkey. */
		renamePasskey: (accountId: AccountId, id: string, name: string) =>
			does("UPDATE passkeys SET name = $3 WHERE account_id = $1 AND id = $2", [accountId, id, name]),
		/** False if the account has no such passkey. */
		deletePasskey: (accountId: AccountId, id: string) =>
			does("DELETE FROM passkeys WHERE account_id = $1 AND id = $2", [accountId, id]),
		async insertChallenge({ challengeHash, browserHash, accountId, expiresAt }: ChallengeOf & { expiresAt: Date }) {
			await executor.query(
				"INSERT INTO passkey_challenges (challenge_hash, browser_hash, account_id, expires_at) VALUES ($1, $2, $3, $4)",
				[challengeHash, browserHash, accountId, expiresAt],
			);
		},
		/** False if there is none, or not anymore: each can be taken once. */
		takeChallenge: ({ challengeHash, browserHash, accountId }: ChallengeOf, now: Date) =>
			does(
				`DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND browser_hash = $2
				 AND account_id IS NOT DISTINCT FROM $3 AND expires_at > $4`,
				[challengeHash, browserHash, accountId, now],
			),
	};
}
