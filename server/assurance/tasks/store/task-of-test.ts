import { TASK_STATES } from "#contract/tasks/tasks.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { oneOf, readRow, time, uuid } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import type { RunOfPerson } from "../../controls/runs-recorded.ts";
import { firstMember } from "../../controls/store/person.ts";
import { readTimeToFix } from "../../controls/store/time-to-fix.ts";
import { moveByCause } from "../move-task.ts";
import { storeMoves } from "./store-moves.ts";

const TASK = { id: uuid, state: oneOf(TASK_STATES), state_at: time };

/**
 * The task about a test that a person ran. A failed run adds or reopens it, due before the next run and within the time to fix for medium
 * severity, for the control's owner or the person who ran it. After a passed run it waits for a person to close it.
 */
export async function moveTaskOfTest(
	client: Executor,
	{ workspaceId, accountId }: Scope,
	{ test, at, result }: RunOfPerson,
): Promise<void> {
	const task = await readRow(
		client,
		TASK,
		`SELECT id, state, coalesce((said ->> 'state')::timestamptz, created_at) AS state_at FROM tasks
		 WHERE client_id = $1 AND cause_type = 'test' AND cause_id = $2 FOR NO KEY UPDATE`,
		[test.client_id, test.test_id],
	);
	const failed = result === "failed";
	const { medium } = await readTimeToFix(client, workspaceId);
	const due = plusDays(dayOf(at), Math.min(test.every_days, medium));
	const cause = {
		from: at,
		isSeen: failed,
		isNew: failed && task !== undefined && at > task.state_at,
		isGone: !failed,
	};
	const state = task && moveByCause({ state: task.state, stateAt: task.state_at }, cause);
	if (task && state) {
		await storeMoves(client, { workspaceId, at }, [{ id: task.id, state, due: state === "open" ? due : null }]);
	}
	if (task || !failed) return;
	const id = uuidV7(at);
	await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 VALUES ($1, $2, $3, $4, 'test', $5, ${firstMember("ARRAY[$6, $9]::uuid[]", "$1", "$2")}, $7, $8)`,
		[workspaceId, test.client_id, id, test.title, test.test_id, test.owner, due, at, accountId],
	);
	await client.query("INSERT INTO task_controls (workspace_id, task_id, control_id) VALUES ($1, $2, $3)", [
		workspaceId,
		id,
		test.control_id,
	]);
}
