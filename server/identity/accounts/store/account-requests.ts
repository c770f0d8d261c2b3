import type { RespondentId } from "#contract/assessments/respondents.ts";
import { canonicalJson } from "#contract/canonical-json.ts";
import { type AccountId, ownWorkspace } from "#contract/ids.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { bytes, json, readRow } from "#server/platform/db/rows.ts";
import { identifyRequest } from "#server/platform/ids/request-identity.ts";
import { Refused } from "#server/platform/refusals/refused.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

type Asked = {
	/** A respondent has no account. Their ids never equal an account's. */
	owner: AccountId | RespondentId;
	/** Its Idempotency-Key. Null if it has none; then it is always done. */
	key: string | null;
	/** The parsed body and what it refers to. The key is refused if a request with other content used it. */
	compared: unknown;
	/** How often it may be done. Repeats and failures do not count. Left out where the caller counts. */
	counter?: Counter;
};

/**
 * Who asks in which workspace, and what is compared: the same body for another workspace or client is another request. Requests about the
 * account's own workspace as a whole are compared as they were before there were other workspaces.
 */
export const askedIn = (
	{ accountId, workspaceId, clientId }: Scope,
	body: object,
): { owner: AccountId; compared: object } => ({
	owner: accountId,
	compared: {
		...body,
		...(workspaceId !== ownWorkspace(accountId) && { workspaceId }),
		...(clientId !== null && { clientId }),
	},
});

/** The request came too soon after others. */
export type Limited = { ok: false; because: "rate_limited"; retryAfter: number };

/** The result of a request under a key: its answer, or why nothing was done. */
export type Answered<T, Because extends string = never> =
	| { ok: true; answer: T }
	| { ok: false; because: Because | "idempotency_mismatch" }
	| Limited;

/**
 * Runs `work` in one transaction, once per key: a repeat gets the first answer and does nothing. The answer must be JSON. If `work`
 * throws, nothing is stored under the key.
 */
export async function oncePerKey<T extends object>(
	pool: Pool,
	{ counter, ...asked }: Asked,
	work: (client: Executor) => Promise<T>,
): Promise<Answered<T>> {
	let limited: Limited | undefined;
	try {
		return await answerOnce(pool, asked, async (client) => {
			const room = counter && (await takePoint(client, counter));
			if (room?.ok === false) {
				limited = { ok: false, because: "rate_limited", retryAfter: room.retryAfter };
				throw new Refused(limited);
			}
			return work(client);
		});
	} catch (error) {
		if (limited) return limited;
		throw error;
	}
}

async function answerOnce<T extends object>(
	pool: Pool,
	{ owner, key, compared }: Omit<Asked, "counter">,
	work: (client: Executor) => Promise<T>,
): Promise<Answered<T>> {
	if (key === null) return { ok: true, answer: await inTransaction(pool, work) };
	const { keyHash, bodyHash } = identifyRequest(key, { body: canonicalJson(compared) });
	return inTransaction(pool, async (client) => {
		// The row is inserted before the work, so that a second request with the same key waits here until the first one commits.
		const { rowCount } = await client.query(
			`INSERT INTO account_requests (owner, key_hash, body_hash, answer) VALUES ($1, $2, $3, 'null')
			 ON CONFLICT DO NOTHING`,
			[owner, keyHash, bodyHash],
		);
		if (rowCount === 1) {
			const answer = await work(client);
			await client.query("UPDATE account_requests SET answer = $3 WHERE owner = $1 AND key_hash = $2", [
				owner,
				keyHash,
				JSON.stringify(answer),
			]);
			return { ok: true, answer };
		}
		const known = await readRow(
			client,
			{ bodyHash: bytes, answer: json<T>() },
			`SELECT body_hash AS "bodyHash", answer FROM account_requests WHERE owner = $1 AND key_hash = $2`,
			[owner, keyHash],
		);
		if (!known) throw new Error("A key was taken, but no answer is stored under it");
		if (!known.bodyHash.equals(bodyHash)) return { ok: false, because: "idempotency_mismatch" };
		return { ok: true, answer: known.answer };
	});
}

/** Whether an answer is stored under this key. */
export async function isKeyKnown(pool: Pool, owner: AccountId, key: string): Promise<boolean> {
	const { keyHash } = identifyRequest(key, {});
	const { rowCount } = await pool.query("SELECT 1 FROM account_requests WHERE owner = $1 AND key_hash = $2", [
		owner,
		keyHash,
	]);
	return rowCount === 1;
}
