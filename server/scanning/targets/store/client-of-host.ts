import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import { coalesce } from "#server/platform/db/coalesce.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, readRows } from "#server/platform/db/rows.ts";
import type { ClientOfHost } from "../refuse-place.ts";

const GIVEN = { n: int, id: id<ClientId>(), archived: flag };

const FIND = {
	name: "clients-of-hosts",
	text: `SELECT n, clients.id, archived_at IS NOT NULL AS archived
	 FROM jsonb_to_recordset($1) AS asked (n integer, "workspaceId" uuid, host text)
	 JOIN assets ON account_id = "workspaceId" AND assets.host = asked.host JOIN clients ON clients.id = client_id`,
};

/** The client that a host was given. Simultaneous requests share a statement, as when scans are accepted. */
export function createClientOfHost(pool: Pool): ClientOfHost {
	const find = coalesce(
		async (asked: readonly { workspaceId: WorkspaceId; host: string }[]) => {
			const rows = await readRows(pool, GIVEN, FIND, [JSON.stringify(asked.map((one, n) => ({ n, ...one })))]);
			return asked.map((_, n) => rows.find((row) => row.n === n));
		},
		{ most: 64, atOnce: 2, waiting: 512 },
	);
	return (workspaceId, host) => find({ workspaceId, host });
}
