import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "../pool.ts";
import { flag, id, readRow } from "../rows.ts";

/** The client that a host was given; undefined if none was, and then it is the workspace's own. */
export const clientOfHost = (
	executor: Executor,
	workspaceId: WorkspaceId,
	host: string,
): Promise<{ id: ClientId; archived: boolean } | undefined> =>
	readRow(
		executor,
		{ id: id<ClientId>(), archived: flag },
		{
			name: "client-of-host",
			text: `SELECT clients.id, archived_at IS NOT NULL AS archived FROM assets JOIN clients ON clients.id = client_id
			 WHERE account_id = $1 AND host = $2`,
		},
		[workspaceId, host],
	);
