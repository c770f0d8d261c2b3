import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ClientInFile } from "#contract/workspaces/client-file.ts";
import type { Client, ClientChange, ClientCreation } from "#contract/workspaces/workspaces.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow } from "#server/platform/db/rows.ts";
import { CLIENT, clientColumns, clientOfRow } from "#server/platform/tenancy/client-row.ts";

/** The colors of new clients, in this order: the workspace itself has the last one. */
const NEXT_COLORS = ["blue", "teal", "green", "amber", "orange", "rose", "violet", "slate"];

type OfClient = { workspaceId: WorkspaceId; id: ClientId };

/** A company that has clients is a consultancy. */
const growIntoConsultancy = (executor: Executor, workspaceId: WorkspaceId) =>
	executor.query("UPDATE workspaces SET kind = 'consultancy' WHERE id = $1 AND kind = 'company'", [workspaceId]);

/** The client that is the workspace itself. */
export async function insertOwnClient(
	executor: Executor,
	workspaceId: WorkspaceId,
	name: string,
	now: Date,
): Promise<void> {
	await executor.query(
		"INSERT INTO clients (id, workspace_id, name, code, created_at) VALUES ($1, $1, $2, free_client_code($1, $2), $3)",
		[workspaceId, name, now],
	);
}

/** False if the workspace already has `atMost` clients. */
export async function insertClient(
	executor: Executor,
	{ workspaceId, id }: OfClient,
	{ name, code, color, country = "", sector = "", contact = "" }: ClientCreation,
	atMost: number,
): Promise<boolean> {
	const { rowCount } = await executor.query(
		`INSERT INTO clients (id, workspace_id, name, code, color, country, sector, contact)
		 SELECT $1, $2, $3, coalesce($4, free_client_code($2, $3)), coalesce($5, ($6::text[])[1 + count(*)::integer % $7]), $8, $9, $10
		 FROM clients WHERE workspace_id = $2 HAVING count(*) < $11`,
		[
			id,
			workspaceId,
			name,
			code ?? null,
			color ?? null,
			NEXT_COLORS,
			NEXT_COLORS.length,
			country,
			sector,
			contact,
			atMost,
		],
	);
	if (rowCount !== 1) return false;
	await growIntoConsultancy(executor, workspaceId);
	return true;
}

/** A client from another workspace, with the hash of its file. It keeps its code, or gets the next free one like it. */
export async function insertTakenInClient(
	executor: Executor,
	{ workspaceId, id }: OfClient,
	{ name, code, color, country, sector, contact, archivedAt, hash }: ClientInFile & { hash: Buffer },
): Promise<void> {
	await executor.query(
		`INSERT INTO clients (id, workspace_id, name, code, color, country, sector, contact, archived_at, taken_in)
		 VALUES ($1, $2, $3, CASE WHEN EXISTS (SELECT FROM clients WHERE workspace_id = $2 AND code = $4)
		   THEN free_client_code($2, $4) ELSE $4 END, $5, $6, $7, $8, $9, $10)`,
		[id, workspaceId, name, code, color, country, sector, contact, archivedAt, hash],
	);
	await growIntoConsultancy(executor, workspaceId);
}

type Nullable<T> = { version: number } & { [K in keyof T]?: T[K] | null };

/** Undefined if there is no such client, or not in this version. */
export async function changeClient(
	executor: Executor,
	{ workspaceId, id }: OfClient,
	{
		version,
		archived = null,
		name = null,
		code = null,
		color = null,
		country = null,
		sector = null,
		contact = null,
	}: Nullable<ClientChange>,
	now: Date,
): Promise<Client | undefined> {
	const changed = await readRow(
		executor,
		CLIENT,
		`UPDATE clients SET name = coalesce($4, name), code = coalesce($5, code), color = coalesce($6, color),
		   country = coalesce($7, country), sector = coalesce($8, sector), contact = coalesce($9, contact),
		   archived_at = CASE WHEN $10::boolean THEN coalesce(archived_at, $11) WHEN $10 IS NULL THEN archived_at END,
		   version = version + 1
		 WHERE workspace_id = $1 AND id = $2 AND version = $3::bigint RETURNING ${clientColumns}`,
		[workspaceId, id, version, name, code, color, country, sector, contact, archived, now],
	);
	return changed && clientOfRow(changed);
}
