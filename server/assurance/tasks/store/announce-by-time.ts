import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { announce } from "#server/integrations/webhooks/store/announce.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { id, readRows, text, uuid } from "#server/platform/db/rows.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { announceStandingsIfWanted } from "../../controls/store/announce-standings.ts";

/** A task that came due while nothing ran is still announced this many days later. */
const LATE_DAYS = 7;

const PLACE = { workspace_id: id<WorkspaceId>(), client_id: id<ClientId>() };
const TASK = { ...PLACE, id: uuid, title: text, due: text };

/** Announces what no transaction triggers: tasks that have come due, and standings that time has changed. */
export async function announceByTime(pool: Pool, now: Date): Promise<void> {
	await announceDueTasks(pool, now);
	await announceOldStandings(pool, now);
}

async function announceDueTasks(pool: Pool, now: Date): Promise<void> {
	const today = dayOf(now);
	const tasks = await readRows(
		pool,
		TASK,
		`SELECT workspace_id, client_id, id, title, due::text AS due FROM tasks
		 WHERE workspace_id IN (SELECT workspace_id FROM webhooks WHERE active AND 'task.due' = ANY (events))
		   AND state NOT IN ('done', 'dropped') AND due BETWEEN $1::date AND $2::date
		   AND webhooks_want(workspace_id, client_id, 'task.due')`,
		[plusDays(today, -LATE_DAYS), today],
	);
	for (const { workspace_id: workspaceId, client_id: clientId, id: taskId, title, due } of tasks) {
		const at = new Date(`${due}T00:00:00Z`);
		await announce(pool, { workspaceId, clientId, at }, [
			{ type: "task.due", key: `due ${taskId} ${due}`, data: { taskId, title, due }, screen: `tasks/${taskId}` },
		]);
	}
}

async function announceOldStandings(pool: Pool, now: Date): Promise<void> {
	const places = await readRows(
		pool,
		PLACE,
		`SELECT DISTINCT controls.workspace_id, controls.client_id FROM controls
		 WHERE workspace_id IN (SELECT workspace_id FROM webhooks WHERE active AND 'control.standing_changed' = ANY (events))`,
	);
	for (const { workspace_id: workspaceId, client_id: clientId } of places) {
		await inTransaction(pool, async (tx) => {
			await holdWorkspace(tx, workspaceId);
			await announceStandingsIfWanted(tx, { workspaceId, clientId }, now);
		});
	}
}
