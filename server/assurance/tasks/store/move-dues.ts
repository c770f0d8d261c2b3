import type { ClientId } from "#contract/ids.ts";
import type { TimeToFixChanged } from "#server/identity/workspaces/time-to-fix-changed.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, readRows, text, uuid } from "#server/platform/db/rows.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { timeToFixOf } from "../../controls/store/time-to-fix.ts";
import { readDues } from "./due-of-classes.ts";
import { type Move, storeMoves } from "./store-moves.ts";

/** Unfinished, and no person gave it a date since its cause last opened it. The same as `hasGivenDay`. */
const MAY_MOVE = `state NOT IN ('done', 'dropped')
	AND (said ->> 'due' IS NULL OR reopened_at >= (said ->> 'due')::timestamptz)`;

/** After a change of the time to fix: the due dates of unfinished tasks that follow from it. A date that a person gave stays. */
export async function moveDues(client: Executor, { workspaceId, now }: TimeToFixChanged): Promise<void> {
	await client.query(
		`UPDATE tasks SET due = (coalesce(reopened_at, tasks.created_at) AT TIME ZONE 'UTC')::date
		   + least(test.every_days, (${timeToFixOf("$1")} ->> 'medium')::integer)
		 FROM control_tests AS test
		 WHERE tasks.workspace_id = $1 AND test.workspace_id = $1 AND cause_type = 'test' AND cause_id = test.id::text AND ${MAY_MOVE}`,
		[workspaceId],
	);
	const tasks = await readRows(
		client,
		{ id: uuid, client_id: id<ClientId>(), cause_id: text },
		`SELECT id, client_id, cause_id FROM tasks WHERE workspace_id = $1 AND cause_type = 'findings' AND ${MAY_MOVE}`,
		[workspaceId],
	);
	for (const [clientId, own] of Map.groupBy(tasks, ({ client_id }) => client_id)) {
		const classes = own.map(({ cause_id }) => cause_id);
		const dues = await readDues(client, { workspaceId, clientId }, classes, dayOf(now));
		const moves = own.map((task): Move => ({ id: task.id, state: null, due: dues.get(task.cause_id) ?? null }));
		await storeMoves(client, { workspaceId, at: now }, moves);
	}
}
