import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { WEBHOOK_EVENTS } from "#contract/webhooks/events.ts";
import { FAILING_DAYS, WEBHOOK_KINDS } from "#contract/webhooks/webhooks.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, id, int, json, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { Due } from "../due-delivery.ts";
import { TRY_MS, type Tried } from "../send-message.ts";
import type { SwitchedOff } from "../switched-off.ts";

/** How many messages to one webhook are sent at once, over all processes: a slow one delays its own messages and no others. */
const AT_ONCE = 2;
/** A message that a process took and has not settled after this long is sent again. */
const LEASE_MS = 4 * TRY_MS;
const DAY_MS = 86_400_000;

const DUE = {
	id: uuid,
	webhook_id: uuid,
	workspace_id: id<WorkspaceId>(),
	client_id: id<ClientId>(),
	type: oneOf(WEBHOOK_EVENTS),
	at: time,
	data: json<object>(),
	path: text,
	attempts: int,
	kind: oneOf(WEBHOOK_KINDS),
	url: text,
	secret: bytes,
	old_secret: orNull(bytes),
	old_secret_until: orNull(time),
};

/** Queues the email about a webhook that was switched off, through a transaction. */
type SendMail = (mail: { webhookId: string }, through: Executor) => Promise<void>;

export function createDueDeliveries(pool: Pool, sendMail: SendMail) {
	return {
		/** Takes what is due, at most `atMost`, and for one webhook no more than may be sent at once. */
		async take(now: Date, atMost: number): Promise<Due[]> {
			const leasedUntil = new Date(now.getTime() + LEASE_MS);
			const rows = await readRows(
				pool,
				DUE,
				// A webhook is locked while its messages are taken, so that two processes do not both fill its last place. What another
				// process took in between has a later next_at, which the update checks again.
				`WITH ready AS (
				   SELECT id FROM webhooks WHERE active AND EXISTS (
				     SELECT FROM webhook_deliveries WHERE webhook_id = webhooks.id AND state = 'waiting' AND next_at <= $1)
				   LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED),
				 due AS (
				   SELECT picked.id FROM ready CROSS JOIN LATERAL (
				     SELECT id, next_at FROM webhook_deliveries WHERE webhook_id = ready.id AND state = 'waiting' AND next_at <= $1
				     ORDER BY next_at, id LIMIT greatest(0, ${AT_ONCE} - (SELECT count(*) FROM webhook_deliveries AS busy
				       WHERE busy.webhook_id = ready.id AND busy.state = 'waiting' AND busy.leased_until > $1))) AS picked
				   ORDER BY picked.next_at LIMIT $3)
				 UPDATE webhook_deliveries AS delivery SET leased_until = $2, next_at = $2 FROM due, webhooks AS webhook
				 WHERE delivery.id = due.id AND webhook.id = delivery.webhook_id AND delivery.state = 'waiting' AND delivery.next_at <= $1
				 RETURNING delivery.id, webhook_id, delivery.workspace_id, delivery.client_id, type, at, data, path, attempts, kind, url, secret,
				   old_secret, old_secret_until`,
				[now, leasedUntil, atMost],
			);
			return rows.map(
				({ webhook_id, workspace_id, client_id, kind, url, secret, old_secret, old_secret_until, ...row }): Due => ({
					...row,
					clientId: client_id,
					receiver: {
						workspaceId: workspace_id,
						webhookId: webhook_id,
						kind,
						url,
						secret,
						oldSecret: old_secret,
						oldSecretUntil: old_secret_until,
					},
					leasedUntil,
				}),
			);
		},
		/** Stores the outcome of a try. `nextAt`: null if the message was accepted or is given up. */
		settle: (due: Due, { code, problem, after, answer }: Tried, { now, nextAt }: { now: Date; nextAt: Date | null }) =>
			inTransaction(pool, async (tx) => {
				const { webhookId } = due.receiver;
				const state = problem === null ? "delivered" : nextAt ? "waiting" : "dead";
				const { rowCount } = await tx.query(
					`UPDATE webhook_deliveries SET state = $3, attempts = attempts + 1, next_at = coalesce($4, next_at), leased_until = NULL,
					   code = $5, problem = $6, answer = $7
					 WHERE id = $1 AND leased_until = $2`,
					[due.id, due.leasedUntil, state, nextAt, code, problem, answer],
				);
				// Another process has taken it over in the meantime.
				if (rowCount !== 1) return;
				if (problem === null) {
					await tx.query("UPDATE webhooks SET failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL", [
						webhookId,
					]);
					return;
				}
				await tx.query("UPDATE webhooks SET failing_since = $2 WHERE id = $1 AND failing_since IS NULL", [
					webhookId,
					now,
				]);
				const off = await tx.query(
					`UPDATE webhooks SET active = false, off_because = CASE WHEN $2 THEN 'gone' ELSE 'failing' END
					 WHERE id = $1 AND active AND ($2 OR failing_since <= $3)`,
					[webhookId, after === "off", new Date(now.getTime() - FAILING_DAYS * DAY_MS)],
				);
				if (off.rowCount === 1) await sendMail({ webhookId }, tx);
			}),
	};
}

export type DueDeliveries = ReturnType<typeof createDueDeliveries>;

const OFF = {
	because: oneOf(["gone", "failing"]),
	url: text,
	workspaceId: uuid,
	workspace: text,
	email: orNull(text),
};

/** Undefined if it is on again, or gone. */
export async function readSwitchedOff(pool: Pool, webhookId: string): Promise<SwitchedOff | undefined> {
	const row = await readRow(
		pool,
		OFF,
		`SELECT off_because AS because, url, workspaces.id AS "workspaceId", workspaces.name AS workspace,
		   (SELECT email FROM accounts JOIN memberships ON account_id = accounts.id
		    WHERE accounts.id = made_by AND memberships.workspace_id = webhooks.workspace_id AND email_confirmed_at IS NOT NULL) AS email
		 FROM webhooks JOIN workspaces ON workspaces.id = workspace_id WHERE webhooks.id = $1 AND off_because IS NOT NULL`,
		[webhookId],
	);
	return row && { ...row, email: row.email ?? undefined };
}
