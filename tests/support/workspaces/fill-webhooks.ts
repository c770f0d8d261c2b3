import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { FilledClient } from "./fill-workspace.ts";

/** A webhook for just this client, with a message that was delivered. Nothing is ever sent there. */
export async function fillWebhooks(
	pool: pg.Pool,
	{ workspaceId, by }: { workspaceId: string; by: string },
	{ clientId, marker, webhookId, deliveryId, controlId }: FilledClient,
): Promise<void> {
	await pool.query(
		`INSERT INTO webhooks (id, workspace_id, client_id, url, description, events, secret, made_by, created_at)
		 VALUES ($1, $2, $3, 'https://hooks.invalid/' || $4, $4, '{scan.ended}', sha256('x'), $5, now())`,
		[webhookId, workspaceId, clientId, marker, by],
	);
	await pool.query(
		`INSERT INTO webhook_deliveries (id, webhook_id, workspace_id, client_id, type, key, at, data, path, state, attempts, next_at,
		   code, answer)
		 VALUES ($1, $2, $3, $4, 'scan.ended', $5, now(), jsonb_build_object('host', $6::text), $6, 'delivered', 1, now(), 200, $6)`,
		[deliveryId, webhookId, workspaceId, clientId, randomUUID(), marker],
	);
	await pool.query(
		`INSERT INTO announced_standings (workspace_id, control_id, client_id, standing) VALUES ($1, $2, $3, 'none-seen')
		 ON CONFLICT DO NOTHING`,
		[workspaceId, controlId, clientId],
	);
}
