import type pg from "pg";

/** A table that belongs to workspaces. The expressions give the workspace, and the client, that a row belongs to. */
export type WalledTable = {
	name: string;
	workspace: string;
	/** Null if rows belong to the workspace as a whole. */
	client: string | null;
	/** The column that names the workspace itself, if there is one. */
	column: string | null;
	/** A column that can be set to its own value. */
	settable: string;
};

const OF_SCANS = "CASE WHEN owner <> 'anonymous' THEN owner::uuid END";
const clientOfHost = (workspace: string, host: string) =>
	`coalesce((SELECT client_id FROM assets WHERE account_id = ${workspace} AND assets.host = ${host}), ${workspace})`;
const of = (parent: string, key: string, table: string, what: string) =>
	`(SELECT ${what} FROM ${parent} WHERE ${parent}.id = ${table}.${key})`;

const ofPart = (parent: string, key: string, table: string) =>
	`(SELECT whole.client_id FROM ${parent} whole WHERE (whole.workspace_id, whole.id) = (${table}.workspace_id, ${table}.${key}))`;

const OF_WHOLE_WORKSPACES = [
	"workspaces",
	"memberships",
	"invitations",
	"finding_days",
	"uploads",
	"files",
	"file_pieces",
	"sealed_files",
	"framework_catalogs",
	"catalog_texts",
	"own_frameworks",
	"bundle_keys",
	"assessment_templates",
	"sign_on_providers",
	"sign_on_domains",
	"sign_on_attempts",
	"sign_on_identities",
	"sign_on_outcomes",
];

/** The client a row belongs to, by the columns that the table has. */
function clientOf(table: string, has: (column: string) => boolean): string | null {
	const inWorkspace = has("account_id") ? `${table}.account_id` : `${table}.workspace_id`;
	if (table === "clients") return "id";
	if (["audit_entries", "account_reports"].includes(table)) return "client_id";
	if (OF_WHOLE_WORKSPACES.includes(table)) return null;
	if (has("evidence_id")) {
		return `(SELECT e.client_id FROM evidence e WHERE (e.workspace_id, e.id) = (${table}.workspace_id, ${table}.evidence_id))`;
	}
	if (["control_requirements", "control_tests"].includes(table)) return ofPart("controls", "control_id", table);
	if (["questionnaire_files", "questionnaire_questions"].includes(table)) {
		return ofPart("questionnaires", "questionnaire_id", table);
	}
	if (table === "task_controls") return ofPart("tasks", "task_id", table);
	if (has("client_id")) return `coalesce(${table}.client_id, ${inWorkspace})`;
	if (has("respondent_id")) return of("respondents", "respondent_id", table, "client_id");
	if (has("asset")) return clientOfHost(inWorkspace, `${table}.asset`);
	if (has("fingerprint")) {
		return `(SELECT ${clientOfHost("f.account_id", "f.asset")} FROM findings f
		  WHERE (f.account_id, f.fingerprint) = (${table}.account_id, ${table}.fingerprint))`;
	}
	if (has("account_id")) return clientOfHost(inWorkspace, `${table}.host`);
	if (table === "scans") return clientOfHost(`(${OF_SCANS})`, "scans.host");
	if (has("schedule_id")) return of("schedules", "schedule_id", table, clientOfHost("account_id", "schedules.host"));
	if (has("scan_id")) return of("scans", "scan_id", table, clientOfHost(`(${OF_SCANS})`, "scans.host"));
	return of("account_reports", "report_id", table, "client_id");
}

/** The workspace of a row, by the columns that the table has; undefined for a table that has none of them. */
function workspaceOf(table: string, has: (column: string) => boolean): string | undefined {
	if (table === "workspaces") return "id";
	if (has("workspace_id")) return "workspace_id";
	if (has("account_id")) return "account_id";
	if (has("owner")) return OF_SCANS;
	if (has("report_id")) return of("account_reports", "report_id", table, "account_id");
	if (has("scan_id")) return of("scans", "scan_id", table, OF_SCANS);
	return undefined;
}

/** Every table with row-level security that belongs to workspaces, from the catalog. */
export async function walledTables(owner: pg.Pool): Promise<WalledTable[]> {
	const { rows } = await owner.query<{ name: string; columns: string[]; settable: string }>(
		`SELECT relname::text AS name, array_agg(attname::text) AS columns,
		   min(attname::text) FILTER (WHERE attgenerated = '' AND attidentity = '') AS settable
		 FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
		 WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relrowsecurity AND relname <> 'audit_addresses'
		 GROUP BY relname ORDER BY relname`,
	);
	return rows.map(({ name, columns, settable }) => {
		const has = (column: string) => columns.includes(column);
		const workspace = workspaceOf(name, has);
		if (workspace === undefined) throw new Error(`Nothing says which workspace a row of ${name} belongs to`);
		const column = /^(?:id|workspace_id|account_id)$/.test(workspace) ? workspace : has("owner") ? "owner" : null;
		return { name, workspace, client: clientOf(name, has), column, settable };
	});
}

/** The contents of a workspace's tables, as one hash each: equal if and only if nothing has changed. `where` narrows it. */
export async function hashesOf(
	owner: pg.Pool,
	tables: readonly WalledTable[],
	where: (table: WalledTable) => string | null,
): Promise<Record<string, string>> {
	const counted = tables.flatMap((table) => {
		const condition = where(table);
		return condition === null
			? []
			: [
					`SELECT '${table.name}' AS name, count(*) || ' ' || md5(coalesce(string_agg(${table.name}::text, ';' ORDER BY ${table.name}::text), '')) AS hash
					 FROM ${table.name} WHERE ${condition}`,
				];
	});
	const { rows } = await owner.query<{ name: string; hash: string }>(counted.join(" UNION ALL "));
	return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
