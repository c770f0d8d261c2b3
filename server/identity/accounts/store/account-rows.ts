import type { ProfileChange } from "#contract/accounts/accounts.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Account } from "../account.ts";

const COLUMNS = `id AS "accountId", email, email_key AS "emailKey", email_confirmed_at IS NOT NULL AS "emailConfirmed",
	pending_email AS "pendingEmail", pending_email_key AS "pendingEmailKey", password_hash AS "passwordHash",
	first_name AS "firstName", last_name AS "lastName", company, updates, created_at AS "createdAt", is_operator AS operator`;

const ACCOUNT = {
	accountId: id<AccountId>(),
	email: text,
	emailKey: text,
	emailConfirmed: flag,
	pendingEmail: orNull(text),
	pendingEmailKey: orNull(text),
	passwordHash: text,
	firstName: text,
	lastName: text,
	company: text,
	updates: flag,
	createdAt: time,
	operator: flag,
};

/** For a membership: whether its workspace has no other owner. */
const LAST_OWNER = `role = 'owner' AND NOT EXISTS (SELECT FROM memberships AS owner
	WHERE owner.workspace_id = workspaces.id AND owner.account_id <> $1 AND owner.role = 'owner')`;
/** Whether the other membership is still current. */
const IS_ACTIVE = "(other.ends_on IS NULL OR other.ends_on >= (now() AT TIME ZONE 'UTC')::date)";

/** Two accounts can have the same pending address. The first one to prove it gets it. */
const UNIQUE_VIOLATION = "23505";

/** An address as it was typed, and in its canonical form (address.ts). */
type Address = { email: string; key: string };

type NewAccount = Pick<Account, "accountId" | "firstName" | "lastName" | "company" | "passwordHash"> & {
	address: Address;
	createdAt: Date;
};

export function accountRows(executor: Executor) {
	const one = async (rest: string, values: unknown[]): Promise<Account | undefined> => {
		const row = await readRow(executor, ACCOUNT, rest, values);
		return row && { ...row, createdAt: row.createdAt.toISOString() };
	};
	return {
		accountByKey: (emailKey: string): Promise<Account | undefined> =>
			one(`SELECT ${COLUMNS} FROM accounts WHERE email_key = $1`, [emailKey]),
		accountById: (id: AccountId): Promise<Account | undefined> =>
			one(`SELECT ${COLUMNS} FROM accounts WHERE id = $1`, [id]),
		/** The same, locked until the transaction ends. */
		lockAccount: (id: AccountId): Promise<Account | undefined> =>
			one(`SELECT ${COLUMNS} FROM accounts WHERE id = $1 FOR UPDATE`, [id]),
		/** False if the address is taken. If another transaction is inserting it, waits until that one ends. */
		async insertAccount({ accountId, address, passwordHash, firstName, lastName, company, createdAt }: NewAccount) {
			const { rowCount } = await executor.query(
				`INSERT INTO accounts (id, email, email_key, password_hash, first_name, last_name, company, created_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email_key) DO NOTHING`,
				[accountId, address.email, address.key, passwordHash, firstName, lastName, company, createdAt],
			);
			return rowCount === 1;
		},
		async setPassword(id: AccountId, hash: string) {
			await executor.query("UPDATE accounts SET password_hash = $2 WHERE id = $1", [id, hash]);
		},
		/** Undefined if the account is gone. */
		setProfile: (
			id: AccountId,
			{ firstName, lastName, company, updates }: ProfileChange,
		): Promise<Account | undefined> =>
			one(
				`UPDATE accounts SET first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
				   company = coalesce($4, company), updates = coalesce($5, updates)
				 WHERE id = $1 RETURNING ${COLUMNS}`,
				[id, firstName, lastName, company, updates],
			),
		async setPendingAddress(id: AccountId, address: Address | null) {
			await executor.query("UPDATE accounts SET pending_email = $2, pending_email_key = $3 WHERE id = $1", [
				id,
				address?.email,
				address?.key,
			]);
		},
		/** Makes the pending address the account's. False if the pending address has changed since, or is taken. */
		async adoptPendingAddress(id: AccountId, emailKey: string, now: Date) {
			try {
				const { rowCount } = await executor.query(
					`UPDATE accounts SET email = pending_email, email_key = pending_email_key, email_confirmed_at = $3,
					   pending_email = NULL, pending_email_key = NULL
					 WHERE id = $1 AND pending_email_key = $2`,
					[id, emailKey, now],
				);
				return rowCount === 1;
			} catch (error) {
				if (error instanceof Error && "code" in error && error.code === UNIQUE_VIOLATION) return false;
				throw error;
			}
		},
		/** Does nothing if the account has a different address by now. */
		async confirmAddress(id: AccountId, emailKey: string, now: Date) {
			await executor.query(
				"UPDATE accounts SET email_confirmed_at = coalesce(email_confirmed_at, $3) WHERE id = $1 AND email_key = $2",
				[id, emailKey, now],
			);
		},
		/** Locks the account's workspaces. Returns the names of those that would have members but no owner without it. */
		async holdWorkspaces(id: AccountId): Promise<string[]> {
			const rows = await readRows(
				executor,
				{ name: text, endsWith: flag },
				`SELECT name, ${LAST_OWNER} AND EXISTS (SELECT FROM memberships AS other
				   WHERE other.workspace_id = workspaces.id AND other.account_id <> $1 AND ${IS_ACTIVE}) AS "endsWith"
				 FROM workspaces JOIN memberships ON workspace_id = workspaces.id
				 WHERE account_id = $1 ORDER BY workspaces.id FOR NO KEY UPDATE OF workspaces`,
				[id],
			);
			return rows.filter(({ endsWith }) => endsWith).map(({ name }) => name);
		},
		/** With its sessions, codes and consents, its memberships, and the workspaces that nobody else owns with everything in them. */
		async deleteAccount(id: AccountId) {
			// Who acts, for the workspaces' audit logs.
			await executor.query("SELECT set_config('plumbline.account', $1, true)", [id]);
			await executor.query(
				`UPDATE invitations SET revoked_at = now() WHERE invited_by = $1 AND accepted_at IS NULL AND revoked_at IS NULL`,
				[id],
			);
			// A former member does not keep a workspace that nobody owns.
			await executor.query(
				`DELETE FROM workspaces USING memberships WHERE workspace_id = workspaces.id AND account_id = $1 AND ${LAST_OWNER}`,
				[id],
			);
			await executor.query("DELETE FROM memberships WHERE account_id = $1", [id]);
			await executor.query("DELETE FROM account_requests WHERE owner = $1", [id]);
			await executor.query("DELETE FROM accounts WHERE id = $1", [id]);
		},
		async insertRegistration(tokenHash: Buffer, accountId: AccountId | null, expiresAt: Date) {
			await executor.query("INSERT INTO registrations (token_hash, account_id, expires_at) VALUES ($1, $2, $3)", [
				tokenHash,
				accountId,
				expiresAt,
			]);
		},
		/** Does nothing if no account is registered under the token, or if the call is repeated. */
		async recordConsents(tokenHash: Buffer, { terms, updates }: { terms: string; updates: boolean }, now: Date) {
			await executor.query(
				`WITH agreed AS (
				   INSERT INTO account_consents (account_id, terms, updates, agreed_at)
				   SELECT account_id, $2, $3, $4 FROM registrations
				   WHERE token_hash = $1 AND account_id IS NOT NULL AND expires_at > $4
				   ON CONFLICT (account_id, terms) DO NOTHING
				   RETURNING account_id, updates
				 )
				 UPDATE accounts SET updates = agreed.updates FROM agreed WHERE id = agreed.account_id`,
				[tokenHash, terms, updates, now],
			);
		},
	};
}

/** Gives an account the operator’s role, or takes it away. */
export async function setOperator(executor: Executor, id: AccountId, operator: boolean): Promise<void> {
	await executor.query("UPDATE accounts SET is_operator = $2 WHERE id = $1", [id, operator]);
}
