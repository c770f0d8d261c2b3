import { SIGN_IN_WAYS } from "#contract/accounts/accounts.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { ROLES } from "#contract/workspaces/roles.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { AskedSession, FoundSession, SessionRow } from "../../sessions/found-session.ts";
import { IDLE_MS, LONGEST_MS, REMEMBERED_MS } from "../../sessions/session.ts";
import type { Account } from "../account.ts";

const COLUMNS = `sessions.id, sessions.account_id AS "accountId", device, network, signed_in_with AS "signedInWith", two_factors AS "twoFactors", remembered, sessions.created_at AS "createdAt",
	last_seen_at AS "lastSeenAt", coalesce(proved_at, sessions.created_at) AS "provedAt"`;

const SESSION = {
	id: uuid,
	accountId: id<AccountId>(),
	device: text,
	network: orNull(text),
	signedInWith: orNull(oneOf(SIGN_IN_WAYS)),
	twoFactors: flag,
	remembered: flag,
	createdAt: time,
	lastSeenAt: time,
	provedAt: time,
};
const FOUND_SESSION = {
	...SESSION,
	n: int,
	email: text,
	emailConfirmed: flag,
	operator: flag,
	/** Null: not a member of the requested workspace. */
	role: orNull(oneOf(ROLES)),
	onlyClient: orNull(id<ClientId>()),
	client: orNull(id<ClientId>()),
	archived: flag,
	mustSignOn: flag,
	mustGiveFactor: flag,
};

const before = (ms: number) => `now() - ${ms} * interval '1 ms'`;
/** Whether a row of `sessions` has expired: the opposite of `isAlive` in server/identity/sessions/session.ts, by the database's clock. */
export const SESSION_IS_OVER = `(CASE WHEN sessions.remembered THEN sessions.last_seen_at < ${before(REMEMBERED_MS)}
	ELSE sessions.last_seen_at < ${before(IDLE_MS)} OR sessions.created_at < ${before(LONGEST_MS)} END)`;

/** The most sessions and devices of an account, however often a program signs in. */
const AT_MOST = 50;

/** Deletes the oldest rows beyond that number. */
const trim = (executor: Executor, table: "sessions" | "known_devices", accountId: AccountId) =>
	executor.query(
		`DELETE FROM ${table} WHERE token_hash IN (
		   SELECT token_hash FROM ${table} WHERE account_id = $1 ORDER BY created_at DESC, token_hash OFFSET ${AT_MOST}
		 )`,
		[accountId],
	);

const FIND = {
	name: "find-sessions",
	// LIMIT keeps the planner from reading all sessions or members into a join.
	text: `SELECT n, found.* FROM jsonb_to_recordset($1) AS asked (n integer, token text, "workspaceId" uuid, "clientId" uuid, today date)
	 CROSS JOIN LATERAL (
	   SELECT ${COLUMNS}, email, email_confirmed_at IS NOT NULL AS "emailConfirmed", is_operator AS operator,
	     role, memberships.client_id AS "onlyClient", clients.id AS client,
	     EXISTS (SELECT FROM clients AS one WHERE one.id = coalesce(memberships.client_id, clients.id) AND archived_at IS NOT NULL) AS archived,
	     coalesce(role <> 'owner', false) AND EXISTS (SELECT FROM sign_on_providers AS provider
	       WHERE provider.workspace_id = memberships.workspace_id AND provider.required
	         AND sessions.sign_on_workspace IS DISTINCT FROM provider.workspace_id) AS "mustSignOn",
	     NOT two_factors AND sessions.sign_on_workspace IS DISTINCT FROM memberships.workspace_id AND EXISTS (SELECT FROM workspaces
	       WHERE workspaces.id = memberships.workspace_id AND two_factors_required) AS "mustGiveFactor"
	   FROM sessions JOIN accounts ON accounts.id = account_id
	   LEFT JOIN memberships ON memberships.workspace_id = coalesce("workspaceId", accounts.id) AND memberships.account_id = accounts.id
	     AND (ends_on IS NULL OR ends_on >= today)
	   LEFT JOIN clients ON clients.id = "clientId" AND clients.workspace_id = memberships.workspace_id
	   WHERE token_hash = decode(token, 'hex') LIMIT 1
	 ) AS found`,
};

/** The session of each token, in order, and what its account is in the place where it asks to act; undefined if there is no session. */
export async function findSessions(
	executor: Executor,
	asked: readonly AskedSession[],
): Promise<(FoundSession | undefined)[]> {
	const given = asked.map(({ tokenHash, ...place }, n) => ({ n, token: tokenHash.toString("hex"), ...place }));
	const rows = await readRows(executor, FOUND_SESSION, FIND, [JSON.stringify(given)]);
	const found = new Map(rows.map(({ n, ...row }) => [n, row]));
	return asked.map((_, n) => {
		const row = found.get(n);
		if (!row) return undefined;
		const { role, onlyClient, client, archived, mustSignOn, mustGiveFactor, ...session } = row;
		const member = role === null ? undefined : { role, onlyClient, client, archived, mustSignOn, mustGiveFactor };
		return { ...session, member };
	});
}

/** Ends every session of one account, or of all. Returns how many. */
export async function endSessions(executor: Executor, whose: AccountId | "all"): Promise<number> {
	const { rowCount } = await executor.query("DELETE FROM sessions WHERE $1::uuid IS NULL OR account_id = $1", [
		whose === "all" ? null : whose,
	]);
	return rowCount ?? 0;
}

/** Notes that a session started at a company, for one workspace. `signOutPage`: where the company ends its own session. */
export async function noteSignOn(
	executor: Executor,
	tokenHash: Buffer,
	{ workspaceId, signOutPage }: { workspaceId: string; signOutPage: string | null },
): Promise<void> {
	await executor.query("UPDATE sessions SET sign_on_workspace = $2, sign_out_page = $3 WHERE token_hash = $1", [
		tokenHash,
		workspaceId,
		signOutPage,
	]);
}

/** `signOutPage`: where the browser can sign out at the provider that it came through; null if there is no such page. */
type EndedSession = { accountId: AccountId; signOutPage: string | null };

export function sessionRows(executor: Executor) {
	return {
		/** Ends the account's oldest sessions if it has too many. */
		async insertSession({ id, tokenHash, accountId, ...began }: SessionRow & { tokenHash: Buffer }) {
			const { device, network, signedInWith, twoFactors, remembered, createdAt, lastSeenAt, provedAt } = began;
			const how = [device, network, signedInWith, twoFactors, remembered];
			await executor.query(
				`INSERT INTO sessions (id, token_hash, account_id, device, network, signed_in_with, two_factors, remembered, created_at, last_seen_at, proved_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
				[id, tokenHash, accountId, ...how, createdAt, lastSeenAt, provedAt],
			);
			await trim(executor, "sessions", accountId);
		},
		findSession: async (asked: AskedSession): Promise<FoundSession | undefined> =>
			(await findSessions(executor, [asked]))[0],
		async listSessions(accountId: AccountId): Promise<SessionRow[]> {
			return readRows(
				executor,
				SESSION,
				`SELECT ${COLUMNS} FROM sessions WHERE account_id = $1 ORDER BY last_seen_at DESC, sessions.id LIMIT 200`,
				[accountId],
			);
		},
		async touchSession(id: string, now: Date) {
			await executor.query("UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", [id, now]);
		},
		async rememberSession(id: string) {
			await executor.query("UPDATE sessions SET remembered = true WHERE id = $1", [id]);
		},
		/** Its user has just proved their identity. False if it has ended. */
		async proveSession(id: string, now: Date) {
			const { rowCount } = await executor.query("UPDATE sessions SET proved_at = $2 WHERE id = $1", [id, now]);
			return rowCount === 1;
		},
		/** From now on, the session counts as one with two factors. */
		async gaveTwoFactors(id: string) {
			await executor.query("UPDATE sessions SET two_factors = true WHERE id = $1", [id]);
		},
		/** When an account has no second factor left, none of its sessions counts as one with two. */
		async dropLostFactors(accountId: AccountId) {
			await executor.query(
				`UPDATE sessions SET two_factors = false WHERE account_id = $1 AND two_factors
				   AND NOT EXISTS (SELECT FROM account_totp WHERE account_id = $1 AND confirmed_at IS NOT NULL)
				   AND NOT EXISTS (SELECT FROM passkeys WHERE account_id = $1)`,
				[accountId],
			);
		},
		/** False if the account has no such session. */
		async endSession(accountId: AccountId, id: string) {
			const { rowCount } = await executor.query("DELETE FROM sessions WHERE account_id = $1 AND id = $2", [
				accountId,
				id,
			]);
			return rowCount === 1;
		},
		/** Undefined if there is none. */
		async endSessionOf(tokenHash: Buffer): Promise<EndedSession | undefined> {
			return readRow(
				executor,
				{ accountId: id<AccountId>(), signOutPage: orNull(text) },
				`DELETE FROM sessions WHERE token_hash = $1 RETURNING account_id AS "accountId", sign_out_page AS "signOutPage"`,
				[tokenHash],
			);
		},
		/** Including those that wait for a second factor. */
		async endAllSessions(accountId: AccountId) {
			await executor.query("DELETE FROM pending_sign_ins WHERE account_id = $1", [accountId]);
			await executor.query("DELETE FROM sessions WHERE account_id = $1", [accountId]);
		},
		async endOtherSessions(accountId: AccountId, keptId: string) {
			await executor.query("DELETE FROM sessions WHERE account_id = $1 AND id <> $2", [accountId, keptId]);
		},
		async insertDevice(tokenHash: Buffer, accountId: AccountId, now: Date) {
			await executor.query("INSERT INTO known_devices (token_hash, account_id, created_at) VALUES ($1, $2, $3)", [
				tokenHash,
				accountId,
				now,
			]);
			await trim(executor, "known_devices", accountId);
		},
		/** The account with this address, if it has signed in on the device. */
		async accountOfDevice(tokenHash: Buffer, emailKey: string): Promise<Pick<Account, "emailConfirmed"> | undefined> {
			return readRow(
				executor,
				{ emailConfirmed: flag },
				`SELECT email_confirmed_at IS NOT NULL AS "emailConfirmed"
				 FROM known_devices JOIN accounts ON accounts.id = account_id WHERE token_hash = $1 AND email_key = $2`,
				[tokenHash, emailKey],
			);
		},
		async forgetDevice(tokenHash: Buffer) {
			await executor.query("DELETE FROM known_devices WHERE token_hash = $1", [tokenHash]);
		},
		async forgetDevices(accountId: AccountId) {
			await executor.query("DELETE FROM known_devices WHERE account_id = $1", [accountId]);
		},
	};
}
