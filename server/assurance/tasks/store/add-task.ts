import type { WordAccepted } from "#contract/controls/controls.ts";
import { type ClientId, ownClient } from "#contract/ids.ts";
import { TASKS_LIMIT, type TaskRequest } from "#contract/tasks/tasks.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { id, int, readRow, readRows } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import { nameOfMember } from "../../controls/store/person.ts";

const ADDED_PER_HOUR = 2_000;
const REFUSALS = ["already_exists", "limit_reached", "no_control", "no_member"] as const;

export const createAddTask =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: TaskRequest },
	): Promise<Answered<WordAccepted, "already_exists" | "limit_reached" | "no_control" | "no_member">> => {
		const counter = { what: "tasks", whom: scope.accountId, points: ADDED_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { task: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				await insert(client, scope, request, at);
				return { receipt: { key, acceptedAt: at.toISOString(), taken: 1 } };
			}),
		);
	};

async function insert(client: Executor, scope: Scope, request: TaskRequest, at: Date): Promise<void> {
	const { workspaceId } = scope;
	const clientId = await clientOfControls(client, scope, request.controls);
	const { owner, due } = request;
	if (owner !== undefined && (await nameOfMember(client, { workspaceId, clientId }, owner)) === undefined) {
		throw new Refused("no_member");
	}
	const open = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM tasks WHERE client_id = $1 AND state NOT IN ('done', 'dropped')",
		[clientId],
	);
	if (open && open.n >= TASKS_LIMIT) throw new Refused("limit_reached");
	const { rowCount } = await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, note, cause_type, owner, due, created_at)
		 VALUES ($1, $2, $3, $4, $5, 'person', $6, $7, $8) ON CONFLICT DO NOTHING`,
		[workspaceId, clientId, request.id, request.title, request.note, owner ?? null, due ?? null, at],
	);
	if (rowCount !== 1) throw new Refused("already_exists");
	await client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id) SELECT $1, $2, control FROM unnest($3::uuid[]) AS control
		 ON CONFLICT DO NOTHING`,
		[workspaceId, request.id, request.controls],
	);
}

/** All belong to one client, the scope's if it names one. */
async function clientOfControls(
	client: Executor,
	{ workspaceId, clientId }: Scope,
	controls: readonly string[],
): Promise<ClientId> {
	const rows = await readRows(
		client,
		{ client_id: id<ClientId>(), n: int },
		`SELECT client_id, count(*) AS n FROM controls WHERE workspace_id = $1 AND id = ANY ($2) AND ${ofScope("$3")} GROUP BY client_id`,
		[workspaceId, controls, clientId],
	);
	const [first, ...others] = rows;
	if (controls.length === 0 || !first) {
		if (controls.length > 0) throw new Refused("no_control");
		return clientId ?? ownClient(workspaceId);
	}
	if (others.length > 0 || first.n !== new Set(controls).size) throw new Refused("no_control");
	return first.client_id;
}
