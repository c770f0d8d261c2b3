import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import type { Destination } from "#server/platform/tenancy/taking-in.ts";

/** Gives a host that has no client yet the one that a request names. */
export async function giveHost(client: Executor, { workspaceId, clientId }: Seen, host: string): Promise<void> {
	if (clientId === null) return;
	await client.query(
		`INSERT INTO assets (account_id, host, client_id) VALUES ($1, $2, $3)
		 ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL`,
		[workspaceId, host, clientId],
	);
}

/** The same for the client with this name, which is created if allowed. */
export async function giveHostByName(
	client: Executor,
	workspaceId: string,
	{ host, name, createsClients }: { host: string; name: string; createsClients: boolean },
): Promise<void> {
	await client.query(
		`INSERT INTO assets (account_id, host, client_id)
		 SELECT $1, $2, named FROM (SELECT CASE WHEN $4 THEN client_named($1, $3)
		   ELSE (SELECT id FROM clients WHERE workspace_id = $1 AND lower(name) = lower($3)) END AS named) AS found
		 WHERE named IS NOT NULL
		 ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id WHERE assets.client_id IS NULL`,
		[workspaceId, host, name, createsClients],
	);
}

/** Moves a host to another client. */
export async function moveHost(client: Executor, workspaceId: WorkspaceId, host: string, to: ClientId): Promise<void> {
	await client.query(
		`INSERT INTO assets (account_id, host, client_id) VALUES ($1, $2, $3)
		 ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id`,
		[workspaceId, host, to],
	);
}

/** Forgets which client a host belongs to, and remembers that it was removed, so earlier scans do not bring it back. */
export async function forgetHost(client: Executor, { workspaceId, clientId }: Seen, host: string): Promise<void> {
	await client.query("DELETE FROM target_claims WHERE account_id = $1 AND host = $2", [workspaceId, host]);
	await client.query(
		`INSERT INTO assets (account_id, host, client_id, removed_at) VALUES ($1, $2, $3, now())
		 ON CONFLICT (account_id, host) DO UPDATE SET removed_at = now()`,
		[workspaceId, host, clientId],
	);
}

/** Stores the hosts in a client’s file. */
export const takeInAssets = (
	{ client, workspaceId, id }: Pick<Destination, "client" | "workspaceId" | "id">,
	hosts: readonly ClientFileRow<"hosts">[],
): Promise<void> =>
	insertAll(
		client,
		"assets",
		{ account_id: "uuid", host: "text", client_id: "uuid", removed_at: "timestamptz" },
		hosts.map(({ host, removedAt }) => ({ account_id: workspaceId, host, client_id: id, removed_at: removedAt })),
		// A host that was removed and has nothing left.
		"ON CONFLICT (account_id, host) DO UPDATE SET client_id = excluded.client_id, removed_at = excluded.removed_at",
	);
