import { type Executor, inTransaction, type Pool } from "../../db/pool.ts";
import { float, int, readRow, readRows, textOf } from "../../db/rows.ts";
import { type MailKind, waitFor } from "../pace.ts";

export type MailPlaces = {
	/**
	 * Counts an email for the mailbox, or returns how many seconds it has to wait. Call `giveBack` if it was not sent after all.
	 */
	take(
		mailboxHash: Buffer,
		kind: MailKind,
		perDay?: number,
	): Promise<{ ok: true; giveBack(): Promise<void> } | { ok: false; retryAfter: number }>;
};

export const createMailPlaces = (pool: Pool): MailPlaces => ({
	async take(mailboxHash, kind, perDay) {
		const place = await inTransaction(pool, (client) => takePlace(client, mailboxHash, kind, perDay));
		if (!place.ok) return place;
		return {
			ok: true,
			async giveBack() {
				await pool.query("DELETE FROM sent_mails WHERE id = $1", [place.id]);
			},
		};
	},
});

/** The same inside a transaction; a rollback undoes it. */
export async function takePlace(
	client: Executor,
	mailboxHash: Buffer,
	kind: MailKind,
	perDay?: number,
): Promise<{ ok: true; id: number } | { ok: false; retryAfter: number }> {
	// One email at a time per mailbox; otherwise two of them would both see the last place free.
	await client.query("SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))", [mailboxHash]);
	const recent = await readRows(
		client,
		{ kind: textOf<MailKind>(), secondsAgo: float },
		`SELECT kind, extract(epoch FROM clock_timestamp() - sent_at)::float AS "secondsAgo" FROM sent_mails
		 WHERE mailbox_hash = $1 AND sent_at > now() - interval '1 day'`,
		[mailboxHash],
	);
	const retryAfter = waitFor(kind, recent, perDay);
	if (retryAfter > 0) return { ok: false, retryAfter };
	const place = await readRow(
		client,
		{ id: int },
		"INSERT INTO sent_mails (mailbox_hash, kind, sent_at) VALUES ($1, $2, clock_timestamp()) RETURNING id",
		[mailboxHash, kind],
	);
	if (!place) throw new Error("The INSERT of a counted mail returned no row");
	return { ok: true, id: place.id };
}
