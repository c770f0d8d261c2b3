import { SCAN_KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import type { OperatorOverview } from "#contract/operator/operator.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, json, oneOf, orNull, readRow, readRows, text, textOf, time, uuid } from "#server/platform/db/rows.ts";
import { LATELY } from "#server/scanning/engines/store/engine-sightings.ts";
import { toolState } from "#server/scanning/engines/tool-state.ts";

/** What is running. */
export async function readOverview(pool: Pool): Promise<OperatorOverview> {
	const [stop, off, workers, scans, queues] = await Promise.all([
		readRow(pool, { reason: text, since: time }, "SELECT reason, at AS since FROM scan_stop"),
		pool.query("SELECT 1 FROM service_worker_off"),
		readWorkers(pool),
		readScans(pool),
		readQueues(pool),
	]);
	return {
		stop: stop ? { reason: stop.reason, since: stop.since.toISOString() } : null,
		serviceWorkerOff: off.rowCount === 1,
		workers,
		scans,
		queues,
	};
}

async function readWorkers(pool: Pool): Promise<OperatorOverview["workers"]> {
	const rows = await readRows(
		pool,
		{ id: uuid, kind: textOf<ScanKind>(), state: json<object>(), seenAt: time, running: int },
		`SELECT worker_id AS id, kind, state, seen_at AS "seenAt",
		   (SELECT count(*) FROM scans WHERE status = 'running' AND left(scans.worker_id::text, 19) = left(seen.worker_id::text, 19)) AS running
		 FROM engine_sightings AS seen WHERE seen_at > now() - ${LATELY} ORDER BY worker_id`,
	);
	const workers = new Map<string, OperatorOverview["workers"][number]>();
	for (const { id, kind, state, seenAt, running } of rows) {
		const worker = workers.get(id) ?? { id, seenAt: seenAt.toISOString(), running, tools: [] };
		workers.set(id, worker);
		const read = toolState.safeParse(state);
		// A worker of another version may report a kind or a state that this version does not know.
		if (!SCAN_KINDS.includes(kind)) continue;
		const known = read.success ? read.data : ({ status: "unknown" } as const);
		worker.tools.push({ kind, status: known.status, version: known.status === "available" ? known.version : null });
	}
	for (const { tools } of workers.values()) {
		tools.sort((a, b) => SCAN_KINDS.indexOf(a.kind) - SCAN_KINDS.indexOf(b.kind));
	}
	return [...workers.values()];
}

async function readScans(pool: Pool): Promise<OperatorOverview["scans"]> {
	const [counts, seen] = await Promise.all([
		readRows(
			pool,
			{ kind: oneOf(SCAN_KINDS), waiting: int, running: int, oldest: orNull(time) },
			`SELECT kind, count(*) FILTER (WHERE status = 'pending') AS waiting, count(*) FILTER (WHERE status = 'running') AS running,
			   min(accepted_at) FILTER (WHERE status = 'pending') AS oldest
			 FROM scans WHERE status IN ('pending', 'running') GROUP BY kind`,
		),
		readRows(pool, { kind: text, seenAt: time }, `SELECT kind, seen_at AS "seenAt" FROM engine_last_seen`),
	]);
	return SCAN_KINDS.map((kind) => {
		const found = counts.find((count) => count.kind === kind);
		return {
			kind,
			waiting: found?.waiting ?? 0,
			running: found?.running ?? 0,
			oldestWaitingAt: found?.oldest?.toISOString() ?? null,
			toolSeenAt: seen.find((tool) => tool.kind === kind)?.seenAt.toISOString() ?? null,
		};
	});
}

async function readQueues(pool: Pool): Promise<OperatorOverview["queues"]> {
	const rows = await readRows(
		pool,
		{ queue: text, waiting: int, delayed: int, running: int, retrying: int, failed: int, oldest: orNull(time) },
		`SELECT name AS queue,
		   count(*) FILTER (WHERE state = 'created' AND start_after <= now()) AS waiting,
		   count(*) FILTER (WHERE state = 'created' AND start_after > now()) AS delayed,
		   count(*) FILTER (WHERE state = 'active') AS running,
		   count(*) FILTER (WHERE state = 'retry') AS retrying,
		   count(*) FILTER (WHERE state = 'failed') AS failed,
		   min(created_on) FILTER (WHERE state = 'active' OR (state = 'created' AND start_after <= now())) AS oldest
		 FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_%'
		 GROUP BY name ORDER BY name`,
	);
	return rows.map(({ oldest, ...queue }) => ({ ...queue, oldestAt: oldest?.toISOString() ?? null }));
}
