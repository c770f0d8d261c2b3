import { type FailedJobList, type FailedJobQuery, MAIL_QUEUES } from "#contract/operator/operator.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { int, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { maskMailbox } from "#server/platform/mail/mask-mailbox.ts";
import { type Actor, noteAct } from "./audit.ts";

const LISTED = 100;

/**
 * Queues whose jobs can still be retried after they failed for good: everything that is not an ID is removed from them. As for the
 * others, codes in emails have expired by then, and scans, reports and digests are queued again by themselves.
 */
const WHOLE_AFTER_FAILURE = ["mail", "daily"];

const JOB = {
	jobId: uuid,
	queue: text,
	about: orNull(text),
	state: oneOf(["retry", "failed"]),
	tries: int,
	nextTryAt: time,
	failedAt: orNull(time),
	reason: orNull(text),
	mailbox: orNull(text),
};

/** The mailbox of a job's email. Emails for the team go to no visitor. */
const MAILBOX = `CASE name
	WHEN 'mail' THEN (SELECT email FROM scans WHERE scans.id::text = data ->> 'scanId')
	WHEN 'lead-mail' THEN (SELECT body ->> 'email' FROM leads WHERE leads.id::text = data ->> 'leadId' AND data ->> 'to' = 'visitor')
	WHEN 'invitation-mail' THEN (SELECT email FROM invitations WHERE invitations.id::text = data ->> 'invitationId')
	WHEN 'signed-mail' THEN (SELECT CASE WHEN data ->> 'signer' IS NULL
	    THEN (SELECT email FROM accounts WHERE accounts.id = signed_by) ELSE signers -> (data ->> 'signer')::integer ->> 'email' END
	  FROM sign_offs WHERE sign_offs.workspace_id::text = data ->> 'workspaceId' AND sign_offs.id::text = data ->> 'signOffId')
	WHEN 'digest' THEN (SELECT email FROM accounts WHERE accounts.id::text = data ->> 'accountId')
	WHEN 'account-mail' THEN coalesce(data ->> 'to', data ->> 'emailKey',
	  (SELECT CASE data ->> 'kind' WHEN 'change' THEN coalesce(pending_email, email) ELSE email END
	   FROM accounts WHERE accounts.id::text = data ->> 'accountId')) END`;

/** The jobs of a list: those that failed and wait for their next try, and those that failed for good. `$1`: the mail queues. */
const failedOf = (of: FailedJobQuery["of"]) =>
	`state IN ('retry', 'failed') AND name NOT LIKE '\\_\\_%' AND ${of === "mail" ? "" : "NOT "}name = ANY($1::text[])`;

/** Jobs that failed, newest first. */
export async function readFailedJobs(pool: Pool, { of }: FailedJobQuery): Promise<FailedJobList> {
	const rows = await readRows(
		pool,
		JOB,
		`SELECT id AS "jobId", name AS queue,
		   CASE name WHEN 'account-mail' THEN data ->> 'kind' WHEN 'lead-mail' THEN data ->> 'to' END AS about,
		   state::text AS state, retry_count + 1 AS tries, start_after AS "nextTryAt",
		   job_failures.at AS "failedAt", reason, ${MAILBOX} AS mailbox
		 FROM pgboss.job LEFT JOIN job_failures ON job_id = id
		 WHERE ${failedOf(of)} ORDER BY created_on DESC, id LIMIT ${LISTED}`,
		[MAIL_QUEUES],
	);
	const all =
		rows.length < LISTED
			? undefined
			: await readRow(pool, { total: int }, `SELECT count(*) AS total FROM pgboss.job WHERE ${failedOf(of)}`, [
					MAIL_QUEUES,
				]);
	return {
		jobs: rows.map(({ state, nextTryAt, failedAt, mailbox, ...job }) => ({
			...job,
			state: state === "retry" ? "retrying" : "failed",
			nextTryAt: state === "retry" ? nextTryAt.toISOString() : null,
			failedAt: failedAt?.toISOString() ?? null,
			mailbox: mailbox === null ? null : maskMailbox(mailbox),
			mayRetry: state === "retry" || WHOLE_AFTER_FAILURE.includes(job.queue),
		})),
		total: all?.total ?? rows.length,
	};
}

/** Has failed jobs tried again now. Returns how many. A job that is running or has ended stays as it is. */
export function retryJobs(pool: Pool, jobIds: readonly string[], by: Actor): Promise<number> {
	return inTransaction(pool, async (tx) => {
		const { rowCount: waiting } = await tx.query(
			"UPDATE pgboss.job SET start_after = now() WHERE id = ANY($1) AND state = 'retry'",
			[jobIds],
		);
		// The same as pg-boss does.
		const { rowCount: failed } = await tx.query(
			`UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL, start_after = now()
			 WHERE id = ANY($1) AND state = 'failed' AND name = ANY($2)`,
			[jobIds, WHOLE_AFTER_FAILURE],
		);
		const retried = (waiting ?? 0) + (failed ?? 0);
		if (retried > 0) await noteAct(tx, { what: "jobs retried", by, detail: `${retried}` });
		return retried;
	});
}
