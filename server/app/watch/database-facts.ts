import type { Executor } from "#server/platform/db/pool.ts";
import { float, int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import { LATELY } from "#server/scanning/engines/store/engine-sightings.ts";

/** Facts about all processes together, because they are in the shared database. */
export type DatabaseFacts = {
	queues: readonly QueueFacts[];
	/** Workers that have reported in the last minutes. */
	workers: number;
};

/** `waiting`: could run now. `deferred`: for later, such as an email whose mailbox has had several. */
export type QueueFacts = {
	name: string;
	waiting: number;
	deferred: number;
	retry: number;
	active: number;
	failed: number;
	/** How long the oldest job that could run has been waiting; 0 if there is none. */
	oldestSeconds: number;
};

/**
 * Waiting jobs are counted in an index that has no others. Counting active and failed ones would read every job of the day, so those are
 * pg-boss's own counts, which are up to a minute old.
 */
const QUEUES = `
	SELECT queue.name,
	       coalesce(waiting, 0)::integer AS waiting, coalesce(deferred, 0)::integer AS deferred,
	       coalesce(retry, 0)::integer AS retry, active_count AS active, failed_count AS failed,
	       coalesce(extract(epoch FROM now() - oldest), 0)::float8 AS "oldestSeconds"
	FROM pgboss.queue
	LEFT JOIN (
	  SELECT name,
	         count(*) FILTER (WHERE state = 'created' AND start_after <= now()) AS waiting,
	         count(*) FILTER (WHERE state = 'created' AND start_after > now()) AS deferred,
	         count(*) FILTER (WHERE state = 'retry') AS retry,
	         min(start_after) FILTER (WHERE start_after <= now()) AS oldest
	  FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name
	) AS jobs USING (name)
	ORDER BY queue.name`;

const QUEUE_ROW = {
	name: text,
	waiting: int,
	deferred: int,
	retry: int,
	active: int,
	failed: int,
	oldestSeconds: float,
};

export async function readDatabaseFacts(executor: Executor): Promise<DatabaseFacts> {
	const queues = await readRows(executor, QUEUE_ROW, QUEUES);
	const seen = await readRow(
		executor,
		{ workers: int },
		`SELECT count(DISTINCT worker_id)::integer AS workers FROM engine_sightings WHERE seen_at > now() - ${LATELY}`,
	);
	return { queues, workers: seen?.workers ?? 0 };
}
