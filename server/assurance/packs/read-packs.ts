import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { type FrameworkId, isOwn, type OwnFrameworkId, PACK_KINDS, type Pack } from "#contract/frameworks/pack.ts";
import { ALL_PACKS, PACKS } from "#contract/frameworks/packs.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, oneOf, readRows, textOf } from "#server/platform/db/rows.ts";
import { NotThere } from "#server/platform/refusals/not-there.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** Frameworks of a workspace, by id: ours in the order of FRAMEWORK_IDS, then its own by name. */
export type Packs = ReadonlyMap<FrameworkId, Pack>;

const OWN = { pack: json<Pack & { id: OwnFrameworkId }>() };

/** A framework as the workspace has it; undefined if it added no such framework, or deleted it. */
export async function findPack(
	db: Executor,
	{ workspaceId }: Pick<Seen, "workspaceId">,
	framework: FrameworkId,
): Promise<Pack | undefined> {
	if (!isOwn(framework)) return PACKS[framework];
	const [row] = await readRows(
		db,
		OWN,
		"SELECT pack FROM own_frameworks WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL",
		[workspaceId, framework],
	);
	return row?.pack;
}

/** The same where it has to be there. Throws NotThere. */
export async function packOf(db: Executor, seen: Pick<Seen, "workspaceId">, framework: FrameworkId): Promise<Pack> {
	const found = await findPack(db, seen, framework);
	if (!found) throw new NotThere("This framework does not exist in this workspace. It may have been deleted.");
	return found;
}

/** Frameworks that a workspace added, by name. `only`: ids; others are not read. */
export async function readOwnPacks(
	db: Executor,
	{ workspaceId }: Pick<Seen, "workspaceId">,
	only: readonly string[] | null = null,
): Promise<(Pack & { id: OwnFrameworkId })[]> {
	const rows = await readRows(
		db,
		OWN,
		`SELECT pack FROM own_frameworks WHERE workspace_id = $1 AND deleted_at IS NULL AND ($2::text[] IS NULL OR id = ANY ($2))
		 ORDER BY lower(pack ->> 'name'), id`,
		[workspaceId, only],
	);
	return rows.map(({ pack }) => pack);
}

/** Of what kind each framework of a workspace is. */
export async function readPackKinds(
	db: Executor,
	{ workspaceId }: Pick<Seen, "workspaceId">,
): Promise<Pick<Pack, "id" | "kind">[]> {
	const own = await readRows(
		db,
		{ id: textOf<OwnFrameworkId>(), kind: oneOf(PACK_KINDS) },
		`SELECT id, pack ->> 'kind' AS kind FROM own_frameworks WHERE workspace_id = $1 AND deleted_at IS NULL
		 ORDER BY lower(pack ->> 'name'), id`,
		[workspaceId],
	);
	return [...ALL_PACKS, ...own].map(({ id, kind }) => ({ id, kind }));
}

/** The ids of all frameworks of a workspace, ours first. */
export const readFrameworkIds = async (db: Executor, seen: Pick<Seen, "workspaceId">): Promise<FrameworkId[]> =>
	(await readPackKinds(db, seen)).map(({ id }) => id);

/** All frameworks of a workspace. `only`: ids; others are not in it. */
export async function readPacks(
	db: Executor,
	seen: Pick<Seen, "workspaceId">,
	only: readonly string[] | null = null,
): Promise<Packs> {
	const ours = FRAMEWORK_IDS.filter((id) => only === null || only.includes(id)).map((id) => PACKS[id]);
	const asksForOwn = only === null || only.some((id) => !ALL_PACKS.some((pack) => pack.id === id));
	const own = asksForOwn ? await readOwnPacks(db, seen, only) : [];
	return new Map<FrameworkId, Pack>([...ours, ...own].map((pack) => [pack.id, pack]));
}
