import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { float, oneOf, readRows } from "#server/platform/db/rows.ts";
import type { UsualDurations } from "./scan-summary.ts";

/** How many completed scans of a kind count: the latest ones. */
const LAST = 20;
const KEEP_MS = 60_000;

/** How long scans of each kind usually take: the median of the latest ones, across all accounts. Read at most once a minute. */
export function createUsualDurations(pool: Pool, now: () => Date): () => Promise<UsualDurations> {
	let kept: { until: number; durations: Promise<UsualDurations> } | undefined;

	const read = async (): Promise<UsualDurations> => {
		const rows = await readRows(
			pool,
			{ kind: oneOf(SCAN_KINDS), ms: float },
			`SELECT kinds.kind, 1000 * percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)) AS ms
			 FROM unnest($1::text[]) AS kinds (kind), LATERAL (
			   SELECT started_at, finished_at FROM scans
			   WHERE scans.kind = kinds.kind AND status = 'completed' ORDER BY finished_at DESC LIMIT ${LAST}
			 ) AS lately
			 GROUP BY kinds.kind`,
			[SCAN_KINDS],
		);
		return new Map(rows.map(({ kind, ms }) => [kind, ms]));
	};
	return () => {
		if (!kept || kept.until <= now().getTime()) {
			const durations = read();
			kept = { until: now().getTime() + KEEP_MS, durations };
			// After a failure, the next call tries again.
			durations.catch(() => {
				kept = undefined;
			});
		}
		return kept.durations;
	};
}
