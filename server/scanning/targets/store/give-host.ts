import type { Executor } from "#server/platform/db/pool.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";

/** Gives a host that has no client yet the one that a request names. */
export async function giveHost(client: Executor, { workspaceId, clientId }: Seen, host: string): Promise<void> {
	if (clientId === null) return;
	await client.query(
		`INSERT INTO assets (account_id, host, client_id) VALUES ($1, $2, $3)
		 ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL`,
		[workspaceId, host, clientId],
	);
}
