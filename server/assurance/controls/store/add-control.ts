import { CONTROLS_LIMIT, type ControlDetail, type ControlRequest } from "#contract/controls/controls.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { areRequirements } from "../requirements.ts";
import { readControl } from "./control-detail.ts";
import { clientOf } from "./of-scope.ts";

const ADDED_PER_HOUR = 1_000;
const REFUSALS = ["already_exists", "limit_reached", "no_requirement"] as const;

export const createAddControl =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: { key: string | null; request: ControlRequest },
	): Promise<Answered<ControlDetail, "already_exists" | "limit_reached" | "no_requirement">> => {
		const counter = { what: "controls", whom: scope.accountId, points: ADDED_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { control: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<ControlDetail>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "arrange");
				if (!(await areRequirements(client, scope, request.requirements))) throw new Refused("no_requirement");
				const at = now();
				await insert(client, scope, request, at);
				const added = await readControl(client, scope, request.id, at);
				if (!added) throw new Error("A control that was added is not there");
				return added;
			}),
		);
	};

async function insert(client: Executor, scope: Scope, request: ControlRequest, at: Date): Promise<void> {
	const { workspaceId } = scope;
	const clientId = clientOf(scope);
	const there = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM controls WHERE workspace_id = $1 AND client_id = $2",
		[workspaceId, clientId],
	);
	if (there && there.n >= CONTROLS_LIMIT) throw new Refused("limit_reached");
	const { rowCount } = await client.query(
		`INSERT INTO controls (workspace_id, client_id, id, code, title, objective, kind, created_at)
		 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		[workspaceId, clientId, request.id, request.code, request.title, request.objective, request.kind, at],
	);
	if (rowCount !== 1) throw new Refused("already_exists");
	await client.query(
		`INSERT INTO control_requirements (workspace_id, control_id, framework, requirement_id, source)
		 SELECT $1, $2, framework, "requirementId", 'person'
		 FROM jsonb_to_recordset($3) AS link (framework text, "requirementId" text) ON CONFLICT DO NOTHING`,
		[workspaceId, request.id, JSON.stringify(request.requirements)],
	);
}
