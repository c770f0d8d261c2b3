import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, neverNull, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { sumOf } from "#server/scanning/scans/store/severity-counts.ts";
import { countOpenByHost } from "./finding-counts.ts";

/**
 * Stores how many findings are open on this day, for the workspace and for each of its clients, for their trends. A later change on the
 * same day replaces the numbers. A scan that comes to the workspace after newer ones changes the newest day: earlier days are not counted
 * again.
 */
export async function recordDay(executor: Executor, workspaceId: WorkspaceId, changed: string): Promise<void> {
	// A change for one client is counted in the whole workspace; after that, the connection sees only that client again.
	const seen = await readRow(
		executor,
		{ client: text, all: text },
		"SELECT coalesce(current_setting('plumbline.seen_client', true), '') AS client, set_config('plumbline.seen_client', '', true) AS all",
	);
	const newest = await readRow(
		executor,
		{ day: text },
		"SELECT greatest($2::date, max(day))::text AS day FROM finding_days WHERE account_id = $1",
		[workspaceId, changed],
	);
	const day = newest?.day ?? changed;
	const [byHost, hosts] = [
		await countOpenByHost(executor, { workspaceId, clientId: null }, day),
		await readRows(
			executor,
			{ host: text, clientId: neverNull(id<ClientId>()) },
			`SELECT host, client_id AS "clientId" FROM assets WHERE account_id = $1 AND client_id IS NOT NULL`,
			[workspaceId],
		),
	];
	const clientOf = new Map<string, string>(hosts.map(({ host, clientId }) => [host, clientId]));
	const ofClients = Map.groupBy(byHost, ([host]) => clientOf.get(host) ?? workspaceId);
	// Every client that has a host, so that one whose last finding was fixed drops to zero.
	const clients = new Set<string>([workspaceId, ...clientOf.values()]);
	const byClient = [...clients].map((client) => ({
		client,
		...sumOf((ofClients.get(client) ?? []).map(([, counts]) => counts)),
	}));
	const all = sumOf(byHost.values());
	await executor.query(
		`INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, $2, $3, $4, $5, $6)
		 ON CONFLICT (account_id, day) DO UPDATE SET high = excluded.high, medium = excluded.medium, low = excluded.low,
		   none = excluded.none`,
		[workspaceId, day, all.high, all.medium, all.low, all.none],
	);
	await executor.query(
		`INSERT INTO finding_days_of_clients (account_id, client_id, day, high, medium, low, none)
		 SELECT $1, client, $2, high, medium, low, none
		 FROM jsonb_to_recordset($3) AS counted (client uuid, high integer, medium integer, low integer, none integer)
		 ON CONFLICT (account_id, client_id, day) DO UPDATE SET high = excluded.high, medium = excluded.medium, low = excluded.low,
		   none = excluded.none`,
		[workspaceId, day, JSON.stringify(byClient)],
	);
	await executor.query("SELECT set_config('plumbline.seen_client', $1, true)", [seen?.client ?? ""]);
}
