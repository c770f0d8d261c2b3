import type { PackLinks } from "#contract/frameworks/own-frameworks.ts";
import type { OwnFrameworkId, Pack } from "#contract/frameworks/pack.ts";
import { ALL_PACKS } from "#contract/frameworks/packs.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, json, readRow, text } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** A framework that a workspace added, with the requirements that controls serve by their codes. */
export type OwnFramework = { pack: Pack & { id: OwnFrameworkId }; links: PackLinks };

type Workspace = Pick<Seen, "workspaceId">;
type Whose = Workspace & { id: OwnFrameworkId };

export async function countOwnFrameworks(client: Executor, { workspaceId }: Workspace): Promise<number> {
	const row = await readRow(
		client,
		{ n: int },
		"SELECT count(*) AS n FROM own_frameworks WHERE workspace_id = $1 AND deleted_at IS NULL",
		[workspaceId],
	);
	return row?.n ?? 0;
}

/** Whether another framework of the workspace, or one of ours, has this name. */
export async function isNameTaken(
	client: Executor,
	{ workspaceId }: Workspace,
	name: string,
	except: OwnFrameworkId | null = null,
): Promise<boolean> {
	if (ALL_PACKS.some((pack) => pack.name.toLowerCase() === name.toLowerCase())) return true;
	const found = await readRow(
		client,
		{ id: text },
		`SELECT id FROM own_frameworks WHERE workspace_id = $1 AND lower(pack ->> 'name') = lower($2) AND deleted_at IS NULL
		   AND ($3::text IS NULL OR id <> $3)`,
		[workspaceId, name, except],
	);
	return found !== undefined;
}

export const insertOwnFramework = (
	client: Executor,
	{ workspaceId }: Workspace,
	{ pack, links }: OwnFramework,
	at: Date,
) =>
	client.query(
		`INSERT INTO own_frameworks (workspace_id, id, pack, links, added_at) VALUES ($1, $2, $3, $4, $5)
		 -- One that comes again with a client is put back.
		 ON CONFLICT (workspace_id, id) DO UPDATE SET deleted_at = NULL`,
		[workspaceId, pack.id, JSON.stringify(pack), JSON.stringify(links), at],
	);

export const updateOwnFramework = (
	client: Executor,
	{ workspaceId }: Workspace,
	{ pack, links }: OwnFramework,
	at: Date,
) =>
	client.query(
		`UPDATE own_frameworks SET pack = $3, links = $4, changed_at = $5
		 WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL`,
		[workspaceId, pack.id, JSON.stringify(pack), JSON.stringify(links), at],
	);

/** Hides it, or shows it again. False if there is nothing to hide or to show. */
export async function setDeleted(
	client: Executor,
	{ workspaceId, id }: Whose,
	deletedAt: Date | null,
): Promise<boolean> {
	const { rowCount } = await client.query(
		`UPDATE own_frameworks SET deleted_at = $3 WHERE workspace_id = $1 AND id = $2
		   AND (deleted_at IS NULL) <> ($3::timestamptz IS NULL)`,
		[workspaceId, id, deletedAt],
	);
	return rowCount === 1;
}

/** One that is there, or one that was deleted and can still be put back. */
export async function findOwnFramework(
	client: Executor,
	{ workspaceId, id }: Whose,
	{ deleted = false }: { deleted?: boolean } = {},
): Promise<OwnFramework | undefined> {
	return readRow(
		client,
		{ pack: json<OwnFramework["pack"]>(), links: json<PackLinks>() },
		"SELECT pack, links FROM own_frameworks WHERE workspace_id = $1 AND id = $2 AND (deleted_at IS NOT NULL) = $3",
		[workspaceId, id, deleted],
	);
}
