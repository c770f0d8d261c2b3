import type { Lead } from "#contract/site/leads.ts";
import type { Counter, Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { bytes, flag, json, readRow, textOf, time, uuid } from "#server/platform/db/rows.ts";
import type { RequestIdentity } from "#server/platform/ids/request-identity.ts";
import { mailboxHash } from "#server/platform/texts/mailbox.ts";
import { isSubscription } from "../is-subscription.ts";
import type { LeadMail } from "../lead-mail.ts";
import type { StoredLead } from "../stored-lead.ts";

/** Queues an email about a lead through the given connection, so that it commits with everything else done there. */
export type SendLeadMail = (mail: LeadMail, through: Executor) => Promise<void>;

const LEAD = { id: uuid, kind: textOf<Lead["kind"]>(), body: json<Lead["body"]>(), acceptedAt: time, confirmed: flag };

const COLUMNS = `id, kind, body, accepted_at AS "acceptedAt", confirmed_at IS NOT NULL AS confirmed`;
const BY_LINK = "(SELECT lead_id FROM lead_links WHERE token_hash = $1)";

/** Contact requests and subscriptions of visitors, in PostgreSQL. */
export function createLeadStore(pool: Pool, sendMail: SendLeadMail) {
	const one = async (condition: string, value: unknown) =>
		// Parsed before it was stored, so the body belongs to the kind.
		(await readRow(pool, LEAD, `SELECT ${COLUMNS} FROM leads WHERE id = ${condition}`, [value])) as
			| StoredLead
			| undefined;
	return {
		async findRequest(keyHash: Buffer): Promise<{ bodyHash: Buffer; acceptedAt: Date } | undefined> {
			return readRow(
				pool,
				{ bodyHash: bytes, acceptedAt: time },
				`SELECT body_hash AS "bodyHash", accepted_at AS "acceptedAt" FROM lead_requests WHERE key_hash = $1`,
				[keyHash],
			);
		},
		/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. */
		transaction: <T extends { ok: boolean }>(work: (tx: LeadTransaction) => Promise<T>): Promise<T> =>
			inTransaction(
				pool,
				(client) => work(leadTransaction(client, sendMail)),
				(outcome) => outcome.ok,
			),
		find: (id: string): Promise<StoredLead | undefined> => one("$1", id),
		async saveLink(tokenHash: Buffer, leadId: string) {
			await pool.query("INSERT INTO lead_links (token_hash, lead_id) VALUES ($1, $2)", [tokenHash, leadId]);
		},
		findByLink: (tokenHash: Buffer): Promise<StoredLead | undefined> => one(BY_LINK, tokenHash),
		/** False if the link leads nowhere. */
		async confirm(tokenHash: Buffer) {
			const { rowCount } = await pool.query(
				`UPDATE leads SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = ${BY_LINK}`,
				[tokenHash],
			);
			return rowCount === 1;
		},
		/** Deletes the subscription. False if the link leads nowhere. */
		async leave(tokenHash: Buffer) {
			return (await pool.query(`DELETE FROM leads WHERE id = ${BY_LINK}`, [tokenHash])).rowCount === 1;
		},
	};
}

export type LeadStore = ReturnType<typeof createLeadStore>;

function leadTransaction(client: Executor, sendMail: SendLeadMail) {
	return {
		/** False if the key is taken. */
		async insertRequest({ keyHash, bodyHash }: RequestIdentity) {
			const { rowCount } = await client.query(
				"INSERT INTO lead_requests (key_hash, body_hash) VALUES ($1, $2) ON CONFLICT (key_hash) DO NOTHING",
				[keyHash, bodyHash],
			);
			return rowCount === 1;
		},
		takePoint: (counter: Counter): Promise<Point> => takePoint(client, counter),
		/** Stores it, or finds the subscription that the mailbox already has. `at` is the database's clock. */
		async keep({ kind, body }: Lead, id: string): Promise<{ id: string; at: Date; confirmed: boolean }> {
			// The update changes nothing. It makes the statement return the row that already exists.
			const onList = `ON CONFLICT (kind, mailbox_hash) WHERE kind IN ('newsletter', 'waitlist')
				DO UPDATE SET kind = excluded.kind`;
			const kept = await readRow(
				client,
				{ id: uuid, at: time, confirmed: flag },
				`INSERT INTO leads (id, kind, body, mailbox_hash) VALUES ($1, $2, $3, $4) ${isSubscription(kind) ? onList : ""}
				 RETURNING id, now() AS at, confirmed_at IS NOT NULL AS confirmed`,
				[id, kind, body, mailboxHash(body.email)],
			);
			if (!kept) throw new Error("The INSERT of a lead returned no row");
			return kept;
		},
		/** Queues an email; its job exists if and only if this transaction commits. */
		enqueueMail: (mail: LeadMail) => sendMail(mail, client),
	};
}

type LeadTransaction = ReturnType<typeof leadTransaction>;
