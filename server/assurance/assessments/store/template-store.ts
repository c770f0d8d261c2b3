import type { ListedTemplate, TemplateList } from "#contract/assessments/assessments.ts";
import type { Template, TemplateId } from "#contract/assessments/template.ts";
import { TEMPLATES, templateOf } from "#contract/assessments/templates.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { int, json, readRow, readRows } from "#server/platform/db/rows.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";

const LOADED = { template: json<Template>() };

/**
 * Templates as a workspace sees them: ours, and those that it loaded, which all of its clients share. One loaded under the ID of one of
 * ours replaces it.
 */
export function createTemplateStore(walled: Pool, now: () => Date) {
	return {
		async list(scope: Scope): Promise<TemplateList> {
			const loaded = await readNewest(within(walled, scope), scope.workspaceId, null);
			const own = new Set(loaded.map(({ id }) => id));
			const templates: ListedTemplate[] = [
				...TEMPLATES.filter(({ id }) => !own.has(id)).map((template) => ({ template, own: false })),
				...loaded.map((template) => ({ template, own: true })),
			];
			return { templates };
		},
		/** The newest version. */
		find: (scope: Scope, id: TemplateId): Promise<Template | undefined> =>
			findNewestTemplate(within(walled, scope), scope.workspaceId, id),
		/** As the next version of its ID. */
		load: (scope: Scope, template: Template): Promise<Template | "limit_reached"> =>
			inTransaction(within(walled, { ...scope, clientId: null }), async (client) => {
				// Locked, so that two at once do not get the same version.
				await holdWorkspaceFor(client, scope, "arrange");
				const known = await readRow(
					client,
					{ versions: int, newest: int },
					`SELECT count(*) AS versions, coalesce(max(version) FILTER (WHERE id = $2), 0) AS newest
					 FROM assessment_templates WHERE workspace_id = $1`,
					[scope.workspaceId, template.id],
				);
				const { versions = 0, newest = 0 } = known ?? {};
				if (versions >= TEMPLATE_VERSIONS_LIMIT) return "limit_reached";
				const ours = TEMPLATES.find(({ id }) => id === template.id)?.version ?? 0;
				const next = { ...template, version: Math.max(newest, ours) + 1 };
				await client.query(
					"INSERT INTO assessment_templates (workspace_id, id, version, template, loaded_at) VALUES ($1, $2, $3, $4, $5)",
					[scope.workspaceId, next.id, next.version, JSON.stringify(next), now()],
				);
				return next;
			}),
	};
}

/** The most template versions of one workspace, in total. */
export const TEMPLATE_VERSIONS_LIMIT = 200;

/** The newest version of each template that the workspace loaded, or of one, by id. */
async function readNewest(executor: Executor, workspaceId: WorkspaceId, id: string | null): Promise<Template[]> {
	const rows = await readRows(
		executor,
		LOADED,
		`SELECT DISTINCT ON (id) template FROM assessment_templates WHERE workspace_id = $1 AND ($2::text IS NULL OR id = $2)
		 ORDER BY id, version DESC`,
		[workspaceId, id],
	);
	return rows.map(({ template }) => template);
}

/** The newest version of a template. */
export async function findNewestTemplate(
	executor: Executor,
	workspaceId: WorkspaceId,
	id: string,
): Promise<Template | undefined> {
	const [own] = await readNewest(executor, workspaceId, id);
	return own ?? TEMPLATES.find((one) => one.id === id);
}

/** One version of a template: an assessment started offline uses the version that the device has. */
export async function findTemplate(
	executor: Executor,
	workspaceId: WorkspaceId,
	{ id, version }: Pick<Template, "id" | "version">,
): Promise<Template | undefined> {
	const own = await readRow(
		executor,
		LOADED,
		"SELECT template FROM assessment_templates WHERE workspace_id = $1 AND id = $2 AND version = $3",
		[workspaceId, id, version],
	);
	return own?.template ?? templateOf(id, version);
}
