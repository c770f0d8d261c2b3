import { SEVERITIES } from "#contract/findings/severity.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { noteDigest, turnOffDigests } from "#server/scanning/schedules/store/noted-on-schedules.ts";
import { stateColumn } from "../../store/finding-row.ts";
import { CHANGES, type Change, type Digest, NAMED } from "../digest.ts";

/** An account's digest while it is being sent. */
type DigestTransaction = {
	/** The account's address. */
	email: string;
	digest: Digest;
	/** Committed immediately, like links in other emails: a mail server may accept an email and still appear to refuse it. */
	saveLink(tokenHash: Buffer, days: number): Promise<void>;
};

export type DigestStore = {
	/** Accounts whose digest can be sent now: those that answer for its schedules. */
	due(): Promise<AccountId[]>;
	/**
	 * Locks an account's waiting changes while `work` sends them. Commits when `work` resolves, not when it throws. Does not call `work`
	 * if there are no changes, or if the account has no confirmed address or wants no digest.
	 */
	withDigest(account: AccountId, work: (tx: DigestTransaction) => Promise<void>): Promise<void>;
	/** The account of a link; undefined if there is no such link or it has expired. */
	findLink(tokenHash: Buffer): Promise<AccountId | undefined>;
	/** Turns off the digests of all schedules that the account answers for. */
	turnOff(account: AccountId): Promise<void>;
};

/** A digest is sent this long after the first of its scans ended, so that a night's scans arrive in one email. */
const COLLECTED = "interval '1 hour'";
/** But no sooner than this after the previous digest. */
const BETWEEN = "interval '6 hours'";

/** Digests in PostgreSQL. Times come from the database's clock, as they do for scans. */
export function createDigestStore(pool: Pool): DigestStore {
	return {
		async due() {
			const rows = await readRows(
				pool,
				{ account_id: id<AccountId>() },
				`SELECT keeper AS account_id FROM (
				   SELECT DISTINCT keeper_of(s.account_id, s.created_by_id) AS keeper FROM schedule_scans w
				   JOIN schedules s ON s.id = w.schedule_id JOIN scans ON scans.id = w.scan_id
				   WHERE w.digest = 'waiting' AND scans.finished_at < now() - ${COLLECTED}) AS waiting
				 WHERE keeper IS NOT NULL AND NOT EXISTS (
				   SELECT 1 FROM schedule_scans told JOIN schedules o ON o.id = told.schedule_id
				   WHERE told.digest = 'told' AND told.digest_at > now() - ${BETWEEN} AND keeper_of(o.account_id, o.created_by_id) = keeper)`,
			);
			return rows.map(({ account_id }) => account_id);
		},
		withDigest: (account, work) =>
			inTransaction(pool, async (client) => {
				// A mail server may be slow: as long as the job may take (jobs.ts).
				await client.query("SET LOCAL idle_in_transaction_session_timeout = '5min'");
				const rows = await readRows(
					client,
					{ scan_id: id<ScanId>(), wanted: flag },
					`SELECT w.scan_id, s.digest AS wanted FROM schedule_scans w
					 JOIN schedules s ON s.id = w.schedule_id JOIN scans ON scans.id = w.scan_id
					 WHERE w.digest = 'waiting' AND scans.finished_at IS NOT NULL AND keeper_of(s.account_id, s.created_by_id) = $1
					 FOR UPDATE OF w NOWAIT`,
					[account],
				);
				const told = rows.filter(({ wanted }) => wanted).map(({ scan_id }) => scan_id);
				const digest = await changesOf(client, told);
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
				await noteDigest(client, { waited: rows.map(({ scan_id }) => scan_id), told: tells ? told : [] });
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
		turnOff: (account) => turnOffDigests(pool, account),
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
 * The last change that these scans made to each finding, if it still applies: a new finding that has been fixed since is not news, and an
 * accepted risk or a false positive needs no email.
 */
async function changesOf(client: Executor, scans: ScanId[]): Promise<Digest> {
	const rows = await readRows(
		client,
		{ what: oneOf(CHANGES), total: int, title: text, host: text, severity: oneOf(SEVERITIES) },
		`SELECT what, total, title, host, severity FROM (
		   SELECT what, title, host, severity, count(*) OVER (PARTITION BY what) AS total,
		     row_number() OVER (PARTITION BY what ORDER BY weight DESC, title, host, fingerprint) AS place
		   FROM (SELECT DISTINCT ON (account_id, fingerprint) account_id, fingerprint, what FROM finding_changes
		     WHERE scan_id = ANY($1) ORDER BY account_id, fingerprint, id DESC) changed
		   JOIN findings USING (account_id, fingerprint)
		   WHERE ${stateColumn("(now() AT TIME ZONE 'UTC')")} = CASE what WHEN 'fixed' THEN 'fixed' ELSE 'open' END
		 ) ranked WHERE place <= $2 ORDER BY place`,
		[scans, NAMED],
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
