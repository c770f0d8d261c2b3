import type { AccountId } from "#contract/ids.ts";
import type { Counter } from "../../accounts/counter.ts";
import { identifyRequest } from "../../scans/request-identity.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";
import { takePoint } from "../rate-limits.ts";
import { bytes, json, readRow } from "../rows.ts";

type Asked = {
	owner: AccountId;
	/** Its Idempotency-Key; null when it came without one, and then it is done whatever came before. */
	key: string | null;
	/** The parsed body and what it is about: with another of these the key is refused. */
	compared: unknown;
	/** How often it may be done; a repeat does not count, nor does what fails. Left out where somebody else counts. */
	counter?: Counter;
};

/** Too often for now. */
export type Limited = { ok: false; because: "rate_limited"; retryAfter: number };

type Answered<T> = { ok: true; answer: T } | { ok: false; because: "idempotency_mismatch" } | Limited;

/** Thrown out of the transaction, so that nothing is kept under the request's key. */
class TooOften extends Error {
	readonly retryAfter: number;
	constructor(retryAfter: number) {
		super("Too often for now");
		this.retryAfter = retryAfter;
	}
}

/**
 * Does `work` in one transaction, once per key: a repeat gets the first answer and does nothing. The answer has to be JSON;
 * what `work` throws is kept under no key.
 */
export async function oncePerKey<T extends object>(
	pool: Pool,
	{ counter, ...asked }: Asked,
	work: (client: Executor) => Promise<T>,
): Promise<Answered<T>> {
	try {
		return await answerOnce(pool, asked, async (client) => {
			const room = counter && (await takePoint(client, counter));
			if (room?.ok === false) throw new TooOften(room.retryAfter);
			return work(client);
		});
	} catch (error) {
		if (error instanceof TooOften) return { ok: false, because: "rate_limited", retryAfter: error.retryAfter };
		throw error;
	}
}

async function answerOnce<T extends object>(
	pool: Pool,
	{ owner, key, compared }: Omit<Asked, "counter">,
	work: (client: Executor) => Promise<T>,
): Promise<Answered<T>> {
	if (key === null) return { ok: true, answer: await inTransaction(pool, work) };
	const { keyHash, bodyHash } = identifyRequest(key, { body: canonical(compared) });
	return inTransaction(pool, async (client) => {
		// The row stands before the work, so that a second sender of the same key waits here for the first one's commit.
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
		if (!known) throw new Error("A key was taken, but nothing is stored under it");
		if (!known.bodyHash.equals(bodyHash)) return { ok: false, because: "idempotency_mismatch" };
		return { ok: true, answer: known.answer };
	});
}

/** Whether an answer is kept under this key. */
export async function isKeyKnown(pool: Pool, owner: AccountId, key: string): Promise<boolean> {
	const { keyHash } = identifyRequest(key, {});
	const { rowCount } = await pool.query("SELECT 1 FROM account_requests WHERE owner = $1 AND key_hash = $2", [
		owner,
		keyHash,
	]);
	return rowCount === 1;
}

/** JSON with the keys of every object in order. */
const canonical = (value: unknown): string =>
	JSON.stringify(value, (_key, inner: unknown) =>
		inner !== null && typeof inner === "object" && !Array.isArray(inner)
			? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
