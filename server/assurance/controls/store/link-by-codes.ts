import type { PackLinks } from "#contract/frameworks/own-frameworks.ts";
import type { OwnFrameworkId } from "#contract/frameworks/pack.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

type Workspace = Pick<Seen, "workspaceId">;

/**
 * Links controls of all clients that chose a framework to its requirements. A code is that of a control, or of ours that it came from; if
 * a client has both, the control’s own counts.
 */
export const linkByCodes = (client: Executor, { workspaceId }: Workspace, id: OwnFrameworkId, links: PackLinks) =>
	client.query(
		`WITH named AS (
		   SELECT DISTINCT ON (controls.client_id, link.code) controls.id AS control_id, link.requirements
		   FROM jsonb_to_recordset($3) AS link (code text, requirements text[])
		   JOIN controls ON controls.workspace_id = $1 AND (controls.code = link.code OR catalog_code = link.code)
		   JOIN framework_choices AS choice ON choice.client_id = controls.client_id AND choice.framework = $2 AND given_up_at IS NULL
		   ORDER BY controls.client_id, link.code, controls.code = link.code DESC)
		 INSERT INTO control_requirements (workspace_id, control_id, framework, requirement_id, source)
		 SELECT DISTINCT $1::uuid, control_id, $2, requirement_id, 'catalog' FROM named, unnest(requirements) AS requirement_id
		 ON CONFLICT DO NOTHING`,
		[workspaceId, id, JSON.stringify(links.filter(({ requirements }) => requirements.length > 0))],
	);

/** Removes the links to requirements that a framework no longer has. */
export const unlinkRequirements = (
	client: Executor,
	{ workspaceId }: Workspace,
	id: OwnFrameworkId,
	requirements: readonly string[],
) =>
	client.query(
		"DELETE FROM control_requirements WHERE workspace_id = $1 AND framework = $2 AND requirement_id = ANY ($3)",
		[workspaceId, id, requirements],
	);
