import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScheduledScan } from "#contract/scans/schedules.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { json, readRows, uuid } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { scheduleHost } from "./schedule-store.ts";

/** Pauses the schedules of a client’s hosts. They do not resume by themselves. */
export async function pauseSchedulesOf(client: Executor, { workspaceId, clientId }: SeenClient): Promise<void> {
	await client.query(
		`UPDATE schedules SET status = 'paused', next_run_at = NULL
		 WHERE account_id = $1 AND status = 'active' AND host IN (SELECT host FROM assets WHERE account_id = $1 AND client_id = $2)`,
		[workspaceId, clientId],
	);
}

/** Turns off the digests of all schedules that the account answers for. */
export async function turnOffDigests(pool: Pool, account: AccountId): Promise<void> {
	await pool.query("UPDATE schedules SET digest = false WHERE digest AND keeper_of(account_id, created_by_id) = $1", [
		account,
	]);
}

/** Notes which digest reported each scan that was waiting for one. */
export async function noteDigest(
	client: Executor,
	{ waited, told }: { waited: readonly ScanId[]; told: readonly ScanId[] },
): Promise<void> {
	await client.query(
		`UPDATE schedule_scans SET digest_at = now(), digest = CASE WHEN scan_id = ANY($2) THEN 'told' ELSE 'silent' END
		 WHERE scan_id = ANY($1)`,
		[waited, told],
	);
}

/**
 * Stores the hosts of schedules that an older version stored without one, even if it has changed them since. Returns how many, at most
 * `atMost`.
 */
export async function nameScheduleHosts(pool: Pool, atMost: number): Promise<number> {
	const rows = await readRows(
		pool,
		{ id: uuid, request: json<ScheduledScan>() },
		"SELECT id, request FROM schedules WHERE host IS NULL LIMIT $1",
		[atMost],
	);
	const named = rows.map(({ id, request }) => ({ id, host: scheduleHost({ request }) ?? "" }));
	await pool.query(
		`UPDATE schedules SET host = named.host FROM jsonb_to_recordset($1) AS named (id uuid, host text)
		 WHERE schedules.id = named.id AND schedules.host IS NULL`,
		[JSON.stringify(named)],
	);
	return rows.length;
}
