import type { Mapping } from "#contract/questionnaires/mapping.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, readRows } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";

/**
 * What a person said about the tables of this client's files, the newest word on each. A table is known by its shape, so another file of
 * the same name gets nothing of it unless it has the same form.
 */
export async function readKnownMapping(db: Executor, { workspaceId, clientId }: ClientScope): Promise<Mapping> {
	const rows = await readRows(
		db,
		{ mapping: json<Mapping>() },
		"SELECT mapping FROM questionnaires WHERE workspace_id = $1 AND client_id = $2 AND mapping <> '{}' ORDER BY uploaded_at, id",
		[workspaceId, clientId],
	);
	return Object.assign({}, ...rows.map(({ mapping }) => mapping));
}
