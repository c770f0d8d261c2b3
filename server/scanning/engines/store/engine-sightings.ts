import type { ScanKind } from "#contract/scans/scans.ts";
import { coalesce } from "#server/platform/db/coalesce.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { json, orNull, readRows, textOf } from "#server/platform/db/rows.ts";
import type { Sighting } from "../engine-list.ts";
import { toolState } from "../tool-state.ts";

export type EngineSightings = {
	/** Replaces this worker's earlier report. */
	record(workerId: string, sightings: Sighting[]): Promise<void>;
	/** For a worker that stops: its tools are no longer available. */
	forget(workerId: string): Promise<void>;
	/** The reports of all workers from the last minutes, newest first. */
	recent(): Promise<Sighting[]>;
};

/** A worker that has missed three reports counts as gone: only reports within this time count. */
export const LATELY = "interval '3 minutes'";

export function createEngineSightings(pool: Pool): EngineSightings {
	async function read(): Promise<Sighting[]> {
		const rows = await readRows(
			pool,
			{ kind: textOf<ScanKind>(), state: orNull(json<object>()) },
			`SELECT kind, state FROM engine_sightings WHERE seen_at > now() - ${LATELY}
			 ORDER BY seen_at DESC, worker_id`,
		);
		// A worker of another version may report a state that this version cannot read. It is ignored.
		return rows.flatMap(({ kind, state }) => {
			const known = toolState.safeParse(state);
			return known.success ? [{ kind, state: known.data }] : [];
		});
	}
	/** Simultaneous calls share one read. */
	const readTogether = coalesce(
		async (calls: readonly undefined[]) => {
			const sightings = await read();
			return calls.map(() => sightings);
		},
		{ most: 512, atOnce: 2, waiting: 512 },
	);
	return {
		async record(workerId, sightings) {
			await pool.query(
				`WITH stale AS (DELETE FROM engine_sightings WHERE seen_at < now() - ${LATELY} AND worker_id <> $1)
				 INSERT INTO engine_sightings (worker_id, kind, state)
				 SELECT $1, * FROM unnest($2::text[], $3::jsonb[])
				 ON CONFLICT (worker_id, kind) DO UPDATE SET state = excluded.state, seen_at = now()`,
				[workerId, sightings.map(({ kind }) => kind), sightings.map(({ state }) => JSON.stringify(state))],
			);
		},
		async forget(workerId) {
			await pool.query("DELETE FROM engine_sightings WHERE worker_id = $1", [workerId]);
		},
		recent: () => readTogether(undefined),
	};
}
