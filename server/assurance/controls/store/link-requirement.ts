import type { ControlDetail, ControlId, RequirementLink } from "#contract/controls/controls.ts";
import { inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { areRequirements } from "../requirements.ts";
import { readControl } from "./control-detail.ts";

/** Links a control to a requirement, or removes the link. A repeat has no effect. */
export const linkRequirement = (
	pool: Pool,
	scope: Scope,
	id: ControlId,
	{ link: { framework, requirementId, linked }, now }: { link: RequirementLink; now: Date },
): Promise<ControlDetail | "not_found" | "no_requirement"> =>
	inTransaction(pool, async (client) => {
		await holdWorkspaceFor(client, scope, "arrange");
		const { workspaceId } = scope;
		const found = await readControl(client, scope, id, now);
		if (!found) return "not_found";
		// A link to something that a later pack lacks can still be removed.
		if (linked && !(await areRequirements(client, scope, [{ framework, requirementId }]))) return "no_requirement";
		const { rowCount } = linked
			? await client.query(
					`INSERT INTO control_requirements (workspace_id, control_id, framework, requirement_id, source)
					 VALUES ($1, $2, $3, $4, 'person') ON CONFLICT DO NOTHING`,
					[workspaceId, id, framework, requirementId],
				)
			: await client.query(
					`DELETE FROM control_requirements
					 WHERE workspace_id = $1 AND control_id = $2 AND framework = $3 AND requirement_id = $4`,
					[workspaceId, id, framework, requirementId],
				);
		return rowCount === 0 ? found : ((await readControl(client, scope, id, now)) ?? "not_found");
	});
