import type { ClientId } from "#contract/ids.ts";
import {
	type Delivery,
	WEBHOOK_KINDS,
	WEBHOOKS_LIMIT,
	type Webhook,
	type WebhookChange,
	type WebhookRequest,
} from "#contract/webhooks/webhooks.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { cutPage, isAfter, placeColumn, readCursor, writeCursor } from "#server/platform/db/page-cursor.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { bytes, flag, int, oneOf, orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope, Seen } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { Receiver } from "../send-message.ts";
import { DELIVERY, deliveryOfRow, WEBHOOK, webhookColumns, webhookOfRow } from "./webhook-row.ts";

const PAGE = 30;
const RECEIVER = {
	kind: oneOf(WEBHOOK_KINDS),
	url: text,
	secret: bytes,
	old_secret: orNull(bytes),
	old_secret_until: orNull(time),
};

/**
 * Announces standings that have changed and records the current ones, so that a new or changed webhook hears only of later changes. The
 * caller holds the workspace.
 */
export type KeepStandings = (tx: Executor, seen: Seen, at: Date) => Promise<void>;

/** A workspace's webhooks and their deliveries, in PostgreSQL. */
export function createWebhookStore(walled: Pool, keepStandings: KeepStandings) {
	return {
		async list(scope: Scope): Promise<Webhook[]> {
			const rows = await readRows(
				within(walled, scope),
				WEBHOOK,
				`SELECT ${webhookColumns} FROM webhooks AS webhook LEFT JOIN accounts ON accounts.id = made_by
				 WHERE webhook.workspace_id = $1 ORDER BY webhook.created_at, webhook.id`,
				[scope.workspaceId],
			);
			return rows.map(webhookOfRow);
		},
		async hasClient(scope: Scope, clientId: ClientId) {
			const sql = "SELECT true AS found FROM clients WHERE workspace_id = $1 AND id = $2";
			const row = await readRow(within(walled, scope), { found: flag }, sql, [scope.workspaceId, clientId]);
			return row !== undefined;
		},
		/** Returns false if the workspace is at its limit. `secret`: for Slack, its address, encrypted. */
		add(
			scope: Scope,
			{
				id,
				kind,
				url,
				description,
				events,
				clientId,
				secret,
				createdAt,
			}: WebhookRequest & { id: string; secret: Buffer; createdAt: Date },
		) {
			const { workspaceId, accountId } = scope;
			return inTransaction(
				within(walled, scope),
				async (tx) => {
					// Held, so that two requests cannot both take the last place.
					await holdWorkspaceFor(tx, scope, "manage");
					const sql = "SELECT count(*) AS n FROM webhooks WHERE workspace_id = $1";
					const here = await readRow(tx, { n: int }, sql, [workspaceId]);
					if (here && here.n >= WEBHOOKS_LIMIT) return false;
					await keepStandings(tx, { workspaceId, clientId: null }, createdAt);
					await tx.query(
						`INSERT INTO webhooks (id, workspace_id, client_id, kind, url, description, events, secret, made_by, created_at)
						 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
						[id, workspaceId, clientId, kind, url, description, [...new Set(events)], secret, accountId, createdAt],
					);
					return true;
				},
				(isAdded) => isAdded,
			);
		},
		/** Returns false if there is no such webhook. `secret`: for Slack, its new address, encrypted. */
		change(
			scope: Scope,
			id: string,
			{ url, secret, description, events, clientId, active }: WebhookChange & { secret?: Buffer },
			now: Date,
		) {
			return inTransaction(within(walled, scope), async (tx) => {
				await holdWorkspaceFor(tx, scope, "manage");
				await keepStandings(tx, { workspaceId: scope.workspaceId, clientId: null }, now);
				const { rowCount } = await tx.query(
					`UPDATE webhooks SET url = coalesce($3, url), description = coalesce($4, description), events = coalesce($5, events),
					   client_id = CASE WHEN $6 THEN $7::uuid ELSE client_id END, active = coalesce($8, active),
					   off_because = CASE WHEN $8 IS NULL THEN off_because END,
					   failing_since = CASE WHEN $8 OR $3 <> url OR $9 <> secret THEN NULL ELSE failing_since END,
					   secret = coalesce($9, secret)
					 WHERE workspace_id = $1 AND id = $2`,
					[
						scope.workspaceId,
						id,
						url ?? null,
						description ?? null,
						events ? [...new Set(events)] : null,
						clientId !== undefined,
						clientId ?? null,
						active ?? null,
						secret ?? null,
					],
				);
				return rowCount === 1;
			});
		},
		async remove(scope: Scope, id: string) {
			const { rowCount } = await within(walled, scope).query(
				"DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2",
				[scope.workspaceId, id],
			);
			return rowCount === 1;
		},
		/** `oldUntil`: until when the secret that is replaced also signs; null if it stops now. */
		async rotate(scope: Scope, id: string, secret: Buffer, oldUntil: Date | null) {
			const { rowCount } = await within(walled, scope).query(
				`UPDATE webhooks SET old_secret = CASE WHEN $4::timestamptz IS NOT NULL THEN secret END, old_secret_until = $4, secret = $3
				 WHERE workspace_id = $1 AND id = $2`,
				[scope.workspaceId, id, secret, oldUntil],
			);
			return rowCount === 1;
		},
		async receiver(scope: Scope, id: string): Promise<Receiver | undefined> {
			const row = await readRow(
				within(walled, scope),
				RECEIVER,
				"SELECT kind, url, secret, old_secret, old_secret_until FROM webhooks WHERE workspace_id = $1 AND id = $2",
				[scope.workspaceId, id],
			);
			if (!row) return undefined;
			const { kind, url, secret, old_secret: oldSecret, old_secret_until: oldSecretUntil } = row;
			return { workspaceId: scope.workspaceId, webhookId: id, kind, url, secret, oldSecret, oldSecretUntil };
		},
		async deliveries(
			scope: Scope,
			id: string,
			{ cursor, state }: { cursor?: string | undefined; state?: Delivery["state"] | undefined },
		): Promise<{ deliveries: Delivery[]; next: string | null } | "bad_cursor"> {
			const after = cursor === undefined ? undefined : readCursor(cursor);
			if (cursor !== undefined && !after) return "bad_cursor";
			const { bind, add, where } = collectConditions();
			add(`workspace_id = ${bind(scope.workspaceId)}`);
			add(`webhook_id = ${bind(id)}`);
			if (state) add(`state = ${bind(state)}`);
			if (after) add(isAfter(after, bind, "created_at"));
			const listed = where();
			const rows = await readRows(
				within(walled, scope),
				{ ...DELIVERY, place: text },
				`SELECT id, type, at, state, attempts, next_at, code, problem, answer, ${placeColumn("created_at")}
				 FROM webhook_deliveries WHERE ${listed.text} ORDER BY webhook_id, created_at DESC, id DESC LIMIT ${PAGE + 1}`,
				listed.values,
			);
			const { shown, last } = cutPage(rows, PAGE);
			return {
				deliveries: shown.map(deliveryOfRow),
				next: last ? writeCursor({ acceptedAt: last.place, id: last.id }) : null,
			};
		},
		async resend(scope: Scope, id: string, deliveryId: string, now: Date) {
			const { rowCount } = await within(walled, scope).query(
				`UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = $4
				 WHERE workspace_id = $1 AND webhook_id = $2 AND id = $3 AND leased_until IS NULL`,
				[scope.workspaceId, id, deliveryId, now],
			);
			return rowCount === 1;
		},
		/** Returns how many were queued again. */
		async resendDead(scope: Scope, id: string, now: Date) {
			const { rowCount } = await within(walled, scope).query(
				`UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = $3
				 WHERE workspace_id = $1 AND webhook_id = $2 AND state = 'dead'`,
				[scope.workspaceId, id, now],
			);
			return rowCount ?? 0;
		},
	};
}
