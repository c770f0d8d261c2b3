import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "../db/pool.ts";
import { id, readRow } from "../db/rows.ts";

/** The client that a host belongs to. */
export async function clientOfHost(client: Executor, workspaceId: WorkspaceId, host: string): Promise<ClientId> {
	const row = await readRow(client, { client_id: id<ClientId>() }, "SELECT client_of_host($1, $2) AS client_id", [
		workspaceId,
		host,
	]);
	if (!row) throw new Error("The query for a host's client returned no row");
	return row.client_id;
}
