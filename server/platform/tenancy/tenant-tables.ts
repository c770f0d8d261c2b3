import type { Reading } from "../db/row-reading.ts";

/** The name of the list that a table’s rows are in, or why they are in none. */
export type Listing = string | { leftOut: string };

export type TenantTable = {
	/** In “Download my data”. */
	exported: Listing;
	/** In the file with which a client is handed over. Without it, no row belongs to one client. */
	handedOver?: Listing;
	/** Why its rows stay when their client is deleted. Without it, they are deleted. */
	outlives?: string;
	/** The column with its owner, if a row shows that an unconfirmed account is used. */
	showsUse?: "account_id" | "owner";
};

/** One list in an account’s export. */
export type ExportSection = {
	name: string;
	/** Columns with their names in the file. They are listed one by one, so that no hash or secret gets in. */
	columns: string;
	/** FROM and WHERE; `$1` is the account’s id. */
	from: string;
	/** The columns that the rows are sorted by, with types. They identify a row. */
	key: readonly (readonly [column: string, type: "uuid" | "text" | "bigint" | "date"])[];
	/** How many rows are read at a time, if fewer than usual. */
	batch?: number;
};

/** Rows that have expired, once a day: they are deleted, or the columns in `set` are cleared. */
export type Prune = {
	table: string;
	set?: string;
	/** `$1`: how many days. */
	when: string;
	/** `kept`: as many as the operator keeps scans. */
	days?: number | "kept";
};

/**
 * The tables a domain has for accounts, workspaces and clients, and where their data goes. Export, handover, deletion and retention are
 * lists of these (server/app/tenants/tenant-tables.ts). A test checks the database’s catalog: each table is claimed by exactly one
 * domain.
 */
export type TenantTables = {
	tables: Readonly<Record<string, TenantTable>>;
	exports?: readonly ExportSection[];
	/** The lists in a client’s file. */
	readings?: Readonly<Record<string, Reading>>;
	/** What is deleted with a client. Rows that refer to these are deleted with them. `$1`: workspace. */
	deletes?: {
		/** `$2`: the client’s hosts. */
		ofHosts?: readonly string[];
		/** `$2`: the client. Runs after all those for hosts. */
		ofClient?: readonly string[];
	};
	prunes?: readonly Prune[];
};

/** What is in a workspace belongs to it: an account exports its own workspace’s data, as long as it owns that workspace. */
export const OWNS =
	"EXISTS (SELECT FROM memberships WHERE workspace_id = $1::uuid AND memberships.account_id = $1::uuid AND role = 'owner')";
export const ofAccount = (table: string) => `FROM ${table} WHERE account_id = $1`;
export const inWorkspace = (table: string) => `FROM ${table} WHERE workspace_id = $1::uuid AND ${OWNS}`;
export const ofWorkspace = (table: string) => `${ofAccount(table)} AND ${OWNS}`;
