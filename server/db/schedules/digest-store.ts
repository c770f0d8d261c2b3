import type { AccountId, ScanId } from "#contract/ids.ts";
import { SEVERITIES } from "#contract/severity.ts";
import { CHANGES, type Change, type Digest, NAMED } from "../../schedules/digest.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";
import { flag, id, int, oneOf, readRow, readRows, text } from "../rows.ts";

/** An account's digest while it is being sent. */
type DigestTransaction = {
	/** The account's address. */
	email: string;
	digest: Digest;
	/** Committed at once, as links of other mails are: a mail server may have taken a mail that it then seems to refuse. */
	saveLink(tokenHash: Buffer, days: number): Promise<void>;
};

export type DigestStore = {
	/** Accounts whose collecting is over. */
	due(): Promise<AccountId[]>;
	/**
	 * Holds what waits to be told to an account while `work` tells it; that is committed when it resolves, not when it throws.
	 * `work` is not called where there is nothing to tell, or nobody with a confirmed address who wants it.
	 */
	withDigest(account: AccountId, work: (tx: DigestTransaction) => Promise<void>): Promise<void>;
	/** Whether such a link is known, and still counts. */
	findLink(tokenHash: Buffer): Promise<AccountId | undefined>;
	/** No schedule of the account mails any more what it changed. */
	turnOff(account: AccountId): Promise<void>;
};

/** So long after the first scan ended that waits to be told, the digest leaves: a night's scans come in one mail. */
const COLLECTED = "interval '1 hour'";
/** And so long after the last one. */
const BETWEEN = "interval '6 hours'";

/** Digests in PostgreSQL. Times are the database's, as those of the scans are. */
export function createDigestStore(pool: Pool): DigestStore {
	return {
		async due() {
			const rows = await readRows(
				pool,
				{ account_id: id<AccountId>() },
				`SELECT s.account_id FROM schedule_scans w
				 JOIN schedules s ON s.id = w.schedule_id JOIN scans ON scans.id = w.scan_id
				 WHERE w.digest = 'waiting' AND scans.finished_at < now() - ${COLLECTED} AND NOT EXISTS (
				   SELECT 1 FROM schedule_scans told JOIN schedules o ON o.id = told.schedule_id
				   WHERE o.account_id = s.account_id AND told.digest = 'told' AND told.digest_at > now() - ${BETWEEN})
				 GROUP BY s.account_id`,
			);
			return rows.map(({ account_id }) => account_id);
		},
		withDigest: (account, work) =>
			inTransaction(pool, async (client) => {
				const rows = await readRows(
					client,
					{ scan_id: id<ScanId>(), wanted: flag },
					`SELECT w.scan_id, s.digest AS wanted FROM schedule_scans w
					 JOIN schedules s ON s.id = w.schedule_id JOIN scans ON scans.id = w.scan_id
					 WHERE s.account_id = $1 AND w.digest = 'waiting' AND scans.finished_at IS NOT NULL
					 FOR UPDATE OF w NOWAIT`,
					[account],
				);
				const told = rows.filter(({ wanted }) => wanted).map(({ scan_id }) => scan_id);
				const digest = await changesOf(client, account, told);
				const email = await confirmedEmail(client, account);
				const tells = email !== undefined && CHANGES.some((change) => digest[change].total > 0);
				if (tells) {
					await work({
						email,
						digest,
						async saveLink(tokenHash, days) {
							await pool.query(
								`INSERT INTO digest_links (token_hash, account_id, expires_at)
								 VALUES ($1, $2, now() + $3 * interval '1 day')`,
								[tokenHash, account, days],
							);
						},
					});
				}
				await client.query(
					`UPDATE schedule_scans SET digest_at = now(), digest = CASE WHEN scan_id = ANY($2) THEN 'told' ELSE 'silent' END
					 WHERE scan_id = ANY($1)`,
					[rows.map(({ scan_id }) => scan_id), tells ? told : []],
				);
			}),
		async findLink(tokenHash) {
			const rows = await readRows(
				pool,
				{ account_id: id<AccountId>() },
				"SELECT account_id FROM digest_links WHERE token_hash = $1 AND expires_at > now()",
				[tokenHash],
			);
			return rows[0]?.account_id;
		},
		async turnOff(account) {
			await pool.query("UPDATE schedules SET digest = false WHERE account_id = $1 AND digest", [account]);
		},
	};
}

async function confirmedEmail(client: Executor, account: AccountId): Promise<string | undefined> {
	const row = await readRow(
		client,
		{ email: text },
		"SELECT email FROM accounts WHERE id = $1 AND email_confirmed_at IS NOT NULL",
		[account],
	);
	return row?.email;
}

/**
 * Of each finding what these scans changed last, if it is still so: what was fixed meanwhile is not news as new, and what
 * somebody has accepted or called no problem needs no mail.
 */
async function changesOf(client: Executor, account: AccountId, scans: ScanId[]): Promise<Digest> {
	const rows = await readRows(
		client,
		{ what: oneOf(CHANGES), total: int, title: text, host: text, severity: oneOf(SEVERITIES) },
		`SELECT what, total, title, host, severity FROM (
		   SELECT what, title, host, severity, count(*) OVER (PARTITION BY what) AS total,
		     row_number() OVER (PARTITION BY what ORDER BY weight DESC, title, host, fingerprint) AS place
		   FROM (SELECT DISTINCT ON (fingerprint) fingerprint, what FROM finding_changes
		     WHERE account_id = $1 AND scan_id = ANY($2) ORDER BY fingerprint, id DESC) changed
		   JOIN findings USING (fingerprint)
		   WHERE account_id = $1 AND standing = CASE what WHEN 'fixed' THEN 'fixed' ELSE 'open' END
		 ) ranked WHERE place <= $3 ORDER BY place`,
		[account, scans, NAMED],
	);
	const of = (change: Change) => {
		const some = rows.filter(({ what }) => what === change);
		return {
			total: some[0]?.total ?? 0,
			worst: some.map(({ title, host, severity }) => ({ title, host, severity })),
		};
	};
	return { new: of("new"), worse: of("worse"), reopened: of("reopened"), fixed: of("fixed") };
}
