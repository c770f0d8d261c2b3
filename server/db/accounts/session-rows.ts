import type { AccountId } from "#contract/ids.ts";
import type { AccountStatements } from "../../accounts/ports.ts";
import { IDLE_MS, LONGEST_MS, REMEMBERED_MS } from "../../accounts/sessions/session.ts";
import type { Executor } from "../pool.ts";
import { bytes, flag, id, readRow, readRows, text, time, uuid } from "../rows.ts";

type Rows = Pick<
	AccountStatements,
	| "insertSession"
	| "findSession"
	| "listSessions"
	| "touchSession"
	| "rememberSession"
	| "endSession"
	| "endSessionOf"
	| "endAllSessions"
	| "insertDevice"
	| "accountOfDevice"
	| "forgetDevice"
	| "forgetDevices"
>;

const COLUMNS = `sessions.id, account_id AS "accountId", device, remembered, sessions.created_at AS "createdAt",
	last_seen_at AS "lastSeenAt"`;

const SESSION = {
	id: uuid,
	accountId: id<AccountId>(),
	device: text,
	remembered: flag,
	createdAt: time,
	lastSeenAt: time,
};
const FOUND_SESSION = { ...SESSION, tokenHash: bytes, email: text, emailConfirmed: flag, operator: flag };

const before = (ms: number) => `now() - ${ms} * interval '1 ms'`;
/** Whether a row of `sessions` has expired: the opposite of `isAlive` in server/accounts/sessions/session.ts, by the database's clock. */
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
	text: `SELECT token_hash AS "tokenHash", ${COLUMNS}, email, email_confirmed_at IS NOT NULL AS "emailConfirmed", is_operator AS operator
	 FROM sessions JOIN accounts ON accounts.id = account_id WHERE token_hash = ANY ($1)`,
};

/** The session of each token, in their order; undefined where there is none. */
export async function findSessions(executor: Executor, tokenHashes: readonly Buffer[]) {
	const rows = await readRows(executor, FOUND_SESSION, FIND, [tokenHashes]);
	return tokenHashes.map((hash) => rows.find(({ tokenHash }) => tokenHash.equals(hash)));
}

export function sessionRows(executor: Executor): Rows {
	return {
		async insertSession({ id, tokenHash, accountId, device, remembered, createdAt, lastSeenAt }) {
			await executor.query(
				`INSERT INTO sessions (id, token_hash, account_id, device, remembered, created_at, last_seen_at)
				 VALUES ($1, $2, $3, $4, $5, $6, $7)`,
				[id, tokenHash, accountId, device, remembered, createdAt, lastSeenAt],
			);
			await trim(executor, "sessions", accountId);
		},
		findSession: async (tokenHash) => (await findSessions(executor, [tokenHash]))[0],
		async listSessions(accountId) {
			return readRows(
				executor,
				SESSION,
				`SELECT ${COLUMNS} FROM sessions WHERE account_id = $1 ORDER BY last_seen_at DESC, sessions.id LIMIT 200`,
				[accountId],
			);
		},
		async touchSession(id, now) {
			await executor.query("UPDATE sessions SET last_seen_at = $2 WHERE id = $1 AND last_seen_at < $2", [id, now]);
		},
		async rememberSession(id) {
			await executor.query("UPDATE sessions SET remembered = true WHERE id = $1", [id]);
		},
		async endSession(accountId, id) {
			const { rowCount } = await executor.query("DELETE FROM sessions WHERE account_id = $1 AND id = $2", [
				accountId,
				id,
			]);
			return rowCount === 1;
		},
		async endSessionOf(tokenHash) {
			const ended = await readRow(
				executor,
				{ accountId: id<AccountId>() },
				`DELETE FROM sessions WHERE token_hash = $1 RETURNING account_id AS "accountId"`,
				[tokenHash],
			);
			return ended?.accountId;
		},
		async endAllSessions(accountId) {
			await executor.query("DELETE FROM sessions WHERE account_id = $1", [accountId]);
		},
		async insertDevice(tokenHash, accountId, now) {
			await executor.query("INSERT INTO known_devices (token_hash, account_id, created_at) VALUES ($1, $2, $3)", [
				tokenHash,
				accountId,
				now,
			]);
			await trim(executor, "known_devices", accountId);
		},
		async accountOfDevice(tokenHash, emailKey) {
			return readRow(
				executor,
				{ emailConfirmed: flag },
				`SELECT email_confirmed_at IS NOT NULL AS "emailConfirmed"
				 FROM known_devices JOIN accounts ON accounts.id = account_id WHERE token_hash = $1 AND email_key = $2`,
				[tokenHash, emailKey],
			);
		},
		async forgetDevice(tokenHash) {
			await executor.query("DELETE FROM known_devices WHERE token_hash = $1", [tokenHash]);
		},
		async forgetDevices(accountId) {
			await executor.query("DELETE FROM known_devices WHERE account_id = $1", [accountId]);
		},
	};
}
