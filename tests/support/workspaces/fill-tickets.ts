import type pg from "pg";
import type { FilledClient } from "./fill-workspace.ts";

/** A tracker for just this client, with a ticket that was given up. Nothing is ever sent there. */
export async function fillTickets(
	pool: pg.Pool,
	{ workspaceId, by }: { workspaceId: string; by: string },
	{ clientId, marker, trackerId, ticketId, taskId }: FilledClient,
): Promise<void> {
	await pool.query(
		`INSERT INTO trackers (id, workspace_id, client_id, name, system, url, project, token, made_by, created_at)
		 VALUES ($1, $2, $3, $4, 'github', 'https://tracker.invalid', 'acme/web', sha256('x'), $5, now())`,
		[trackerId, workspaceId, clientId, marker, by],
	);
	await pool.query(
		`INSERT INTO tickets (id, workspace_id, client_id, tracker_id, task_id, turned_at, problem, detail, made_by, created_at)
		 VALUES ($1, $2, $3, $4, $5, now(), 'forbidden', $6, $7, now())`,
		[ticketId, workspaceId, clientId, trackerId, taskId, marker, by],
	);
}
