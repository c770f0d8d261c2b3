import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { CatalogRead } from "../catalog/collect.ts";

type Loaded = {
	/** Without texts, it only takes the earlier ones away. */
	read: Pick<CatalogRead, "title" | "version" | "uuid" | "texts">;
	sha256: Buffer;
	at: Date;
};

/** Stores official words instead of those loaded before. */
export async function storeCatalog(
	client: Executor,
	{ workspaceId }: Pick<Scope, "workspaceId">,
	framework: FrameworkId,
	{ read: { title, version, uuid, texts }, sha256, at }: Loaded,
): Promise<void> {
	await client.query("DELETE FROM framework_catalogs WHERE workspace_id = $1 AND framework = $2", [
		workspaceId,
		framework,
	]);
	if (texts.length === 0) return;
	await client.query(
		"INSERT INTO framework_catalogs (workspace_id, framework, title, version, loaded_at, sha256, uuid) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		[workspaceId, framework, title, version, at, sha256, uuid],
	);
	await client.query(
		`INSERT INTO catalog_texts (workspace_id, framework, requirement_id, title, text)
		 SELECT $1, $2, id, title, text FROM jsonb_to_recordset($3) AS loaded (id text, title text, text text)`,
		[workspaceId, framework, JSON.stringify(texts)],
	);
}

/** Official words that a workspace loaded: all of its clients share them. */
export type CatalogStore = ReturnType<typeof createCatalogStore>;

export const createCatalogStore = (walled: Pool, now: () => Date) => ({
	/** Replaces those loaded before. */
	load: (scope: Scope, framework: FrameworkId, read: CatalogRead, sha256: Buffer): Promise<void> =>
		inTransaction(within(walled, { ...scope, clientId: null }), async (client) => {
			await holdWorkspaceFor(client, scope, "manage");
			await storeCatalog(client, scope, framework, { read, sha256, at: now() });
		}),
	/** They stay for a day, so that this can be undone. */
	drop: (scope: Scope, framework: FrameworkId): Promise<void> =>
		inTransaction(within(walled, { ...scope, clientId: null }), async (client) => {
			await holdWorkspaceFor(client, scope, "manage");
			await client.query(
				"UPDATE framework_catalogs SET taken_out_at = $3 WHERE workspace_id = $1 AND framework = $2 AND taken_out_at IS NULL",
				[scope.workspaceId, framework, now()],
			);
		}),
	/** False if there is nothing to put back. */
	restore: (scope: Scope, framework: FrameworkId): Promise<boolean> =>
		inTransaction(within(walled, { ...scope, clientId: null }), async (client) => {
			await holdWorkspaceFor(client, scope, "manage");
			const { rowCount } = await client.query(
				"UPDATE framework_catalogs SET taken_out_at = NULL WHERE workspace_id = $1 AND framework = $2",
				[scope.workspaceId, framework],
			);
			return rowCount === 1;
		}),
});
