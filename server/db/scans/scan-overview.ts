import type { AccountId } from "#contract/ids.ts";
import type { ScanOverview } from "#contract/scans.ts";
import type { Pool } from "../pool.ts";
import { int, readRow, readRows, text } from "../rows.ts";
import { COUNTS, NO_FINDINGS } from "../severity-counts.ts";

const FINDINGS = `coalesce(sum(high), 0)::integer AS high, coalesce(sum(medium), 0)::integer AS medium,
	coalesce(sum(low), 0)::integer AS low, coalesce(sum(none), 0)::integer AS none`;

export async function readOverview(pool: Pool, owner: AccountId): Promise<ScanOverview> {
	const [counted, newest, byDay] = await Promise.all([
		readRow(
			pool,
			{ total: int, active: int, completed: int, failed: int },
			`SELECT count(*) AS total, count(*) FILTER (WHERE state IN ('pending', 'running')) AS active,
			   count(*) FILTER (WHERE state = 'completed') AS completed, count(*) FILTER (WHERE state = 'failed') AS failed
			 FROM scans WHERE owner = $1`,
			[owner],
		),
		readRow(
			pool,
			COUNTS,
			`SELECT ${FINDINGS} FROM (
			   SELECT DISTINCT ON (kind, target) high, medium, low, none FROM scans
			   WHERE owner = $1 AND status = 'completed' ORDER BY kind, target, finished_at DESC
			 ) AS newest`,
			[owner],
		),
		readRows(
			pool,
			{ ...COUNTS, day: text, scans: int },
			`SELECT to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*) AS scans, ${FINDINGS}
			 FROM scans WHERE owner = $1 AND status = 'completed' AND finished_at > now() - interval '90 days'
			 GROUP BY day ORDER BY day`,
			[owner],
		),
	]);
	const { total, active, completed, failed } = counted ?? { total: 0, active: 0, completed: 0, failed: 0 };
	const ended = completed + failed;
	return {
		total,
		active,
		completed,
		failed,
		findings: newest ?? NO_FINDINGS,
		successRate: ended === 0 ? null : Math.round((100 * completed) / ended),
		days: byDay.map(({ day, scans, ...findings }) => ({ day, scans, findings })),
	};
}
