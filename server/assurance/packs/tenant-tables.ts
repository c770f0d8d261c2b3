import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Frameworks that workspaces added. */
export const PACK_TABLES = {
	tables: {
		// All clients share them. A client's file has copies of those that it uses, with what it decided about them.
		own_frameworks: { exported: "ownFrameworks" },
	},
	exports: [
		{
			name: "ownFrameworks",
			columns: `id, pack, links, added_at AS "addedAt", changed_at AS "changedAt", deleted_at AS "deletedAt"`,
			from: inWorkspace("own_frameworks"),
			key: [["id", "text"]],
			batch: 5,
		},
	],
	prunes: [{ table: "own_frameworks", when: "deleted_at < now() - interval '1 day'" }],
} as const satisfies TenantTables;
