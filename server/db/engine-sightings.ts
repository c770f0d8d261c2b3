import type { Sighting } from "../engines/engine-list.ts";
import type { Pool } from "./pool.ts";

export type EngineSightings = {
	/** Replaces what this worker said before. */
	record(workerId: string, sightings: Sighting[]): Promise<void>;
	/** When a worker ends, its tools are gone with it. */
	forget(workerId: string): Promise<void>;
	/** Of all workers that looked in the last minutes, newest first. */
	recent(): Promise<Sighting[]>;
};

/** Three looks missed: that worker is dead, or as good as. */
const STALE = "interval '3 minutes'";

export function createEngineSightings(pool: Pool): EngineSightings {
	return {
		async record(workerId, sightings) {
			await pool.query(
				`WITH stale AS (DELETE FROM engine_sightings WHERE seen_at < now() - ${STALE} AND worker_id <> $1)
				 INSERT INTO engine_sightings (worker_id, kind, available, version, reason)
				 SELECT $1, * FROM unnest($2::text[], $3::boolean[], $4::text[], $5::text[])
				 ON CONFLICT (worker_id, kind) DO UPDATE SET available = excluded.available, version = excluded.version,
				   reason = excluded.reason, seen_at = now()`,
				[
					workerId,
					sightings.map(({ kind }) => kind),
					sightings.map(({ available }) => available),
					sightings.map((sighting) => (sighting.available ? sighting.version : null)),
					sightings.map((sighting) => (sighting.available ? null : sighting.reason)),
				],
			);
		},
		async forget(workerId) {
			await pool.query("DELETE FROM engine_sightings WHERE worker_id = $1", [workerId]);
		},
		async recent() {
			const { rows } = await pool.query<Sighting>(
				`SELECT kind, available, version, reason FROM engine_sightings WHERE seen_at > now() - ${STALE}
				 ORDER BY seen_at DESC, worker_id`,
			);
			return rows;
		},
	};
}
