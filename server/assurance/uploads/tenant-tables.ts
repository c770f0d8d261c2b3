import type { TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Files, and those that are still arriving. */
export const UPLOAD_TABLES = {
	tables: {
		files: { exported: "evidence", handedOver: "evidence" },
		uploads: { exported: "unfinishedUploads", handedOver: { leftOut: "what has arrived is in the evidence" } },
		file_pieces: {
			exported: { leftOut: "the files themselves are downloaded where their evidence is" },
			handedOver: { leftOut: "what has arrived is in the evidence" },
		},
		sealed_files: {
			exported: { leftOut: "hashes of what a device encrypted; the files are in the lists that they belong to" },
			handedOver: { leftOut: "hashes of what a device encrypted" },
		},
	},
	exports: [
		{
			name: "unfinishedUploads",
			columns: `id, encode(sha256, 'hex') AS sha256, size, type, received, created_at AS "createdAt", expires_at AS "expiresAt"`,
			from: `FROM uploads WHERE account_id = $1::uuid AND finished_at IS NULL`,
			key: [["id", "uuid"]],
		},
	],
} as const satisfies TenantTables;
