import { SEVERITIES } from "#contract/findings/severity.ts";
import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { int, oneOf, type RowOf, readRows, text } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { COUNTS, NO_FINDINGS } from "#server/scanning/scans/store/severity-counts.ts";
import { readExpiring } from "./expiring.ts";
import { countOpen } from "./finding-counts.ts";
import { stateColumn } from "./finding-row.ts";
import { LISTED, listedColumns, trackedFindingOf } from "./finding-tracked.ts";

const DAY_MS = 86_400_000;
const TREND_DAYS = 30;
const NEWS_DAYS = 7;
const MOST_WORSE = 10;
const MOST_PROBLEMS = 3;

const DAY = { ...COUNTS, day: text };
type Day = RowOf<typeof DAY>;

const PROBLEM = {
	rule: text,
	title: text,
	severity: oneOf(SEVERITIES),
	places: int,
	hosts: int,
	fingerprint: text,
};

/** A workspace's findings, or those of one client, as the overview shows them. */
export async function readFindingOverview(pool: Pool, seen: Seen, now: Date): Promise<Omit<FindingOverview, "states">> {
	const { workspaceId, clientId } = seen;
	const today = dayOf(now);
	const first = dayOf(new Date(now.getTime() - (TREND_DAYS - 1) * DAY_MS));
	const [open, days, problems, worse, expiring] = await Promise.all([
		countOpen(pool, seen, today),
		// Including the last day before the trend starts: its counts apply until the next day with changes.
		readRows(
			pool,
			DAY,
			// The workspace's own client has all findings until another one has a host; its days before that are those of the workspace.
			`WITH days AS (
			   SELECT day, high, medium, low, none FROM finding_days_of_clients WHERE account_id = $1 AND client_id = $3
			   UNION ALL
			   SELECT day, high, medium, low, none FROM finding_days WHERE account_id = $1 AND ($3::uuid IS NULL OR $3 = $1 AND day <
			     coalesce((SELECT min(day) FROM finding_days_of_clients WHERE account_id = $1), 'infinity')))
			 SELECT day::text, high, medium, low, none FROM days
			 WHERE day >= coalesce((SELECT max(day) FROM days WHERE day <= $2::date), $2::date)
			 ORDER BY day`,
			[workspaceId, first, clientId],
		),
		readRows(
			pool,
			PROBLEM,
			`SELECT rule, title, severity, places, hosts, fingerprint FROM (
			   SELECT rule, title, severity, weight, sum(findings) AS places, count(DISTINCT host) AS hosts FROM finding_counts
			   WHERE account_id = $1 AND weight > 0 AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$3")}
			   GROUP BY rule, title, severity, weight ORDER BY weight DESC, title, rule LIMIT ${MOST_PROBLEMS}) AS worst,
			 LATERAL (SELECT fingerprint FROM findings
			   WHERE account_id = $1 AND (findings.weight, findings.title, findings.rule) = (worst.weight, worst.title, worst.rule)
			     AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$3")}
			   ORDER BY last_seen_at DESC, findings.fingerprint DESC LIMIT 1) AS one
			 ORDER BY weight DESC, title, rule`,
			[workspaceId, today, clientId],
		),
		readRows(
			pool,
			LISTED,
			// The newest changes are read one by one until each severity has enough open ones. A first scan can bring as many as there
			// are findings, and later ones only a few, so reading all changes or all findings is not an option. OFFSET 0 keeps this
			// order, whatever the planner expects.
			`SELECT ${listedColumns} FROM (
			   SELECT change.* FROM (
			     SELECT DISTINCT weight FROM finding_counts
			       WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$4")}) AS open,
			   LATERAL (SELECT open.weight, fingerprint AS changed, at, id FROM (
			       SELECT fingerprint, at, id FROM finding_changes
			       WHERE account_id = $1 AND at > $3 AND what <> 'fixed' ORDER BY at DESC, id DESC OFFSET 0) AS newest
			     WHERE (SELECT weight = open.weight AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$4")} FROM findings
			         WHERE account_id = $1 AND findings.fingerprint = newest.fingerprint)
			       AND NOT EXISTS (SELECT FROM finding_changes AS its
			         WHERE account_id = $1 AND its.fingerprint = newest.fingerprint AND what <> 'fixed'
			           AND (its.at, its.id) > (newest.at, newest.id) OFFSET 0)
			     ORDER BY at DESC, id DESC LIMIT ${MOST_WORSE}) AS change
			   ORDER BY weight DESC, at DESC, id DESC LIMIT ${MOST_WORSE}) AS worse
			 JOIN findings ON account_id = $1 AND fingerprint = changed
			 ORDER BY worse.weight DESC, worse.at DESC, worse.id DESC`,
			[workspaceId, today, new Date(now.getTime() - NEWS_DAYS * DAY_MS), clientId],
		),
		readExpiring(pool, seen, now),
	]);
	return {
		open,
		trend: trendOf(days, open, first, today),
		problems,
		worse: worse.map((row) => trackedFindingOf(row, today)),
		expiring,
	};
}

/** One point per day: a day without changes repeats the one before it, and today has the current counts. */
function trendOf(days: readonly Day[], open: SeverityCounts, first: string, today: string): FindingOverview["trend"] {
	const start = Date.parse(first);
	return Array.from({ length: TREND_DAYS }, (_, index) => {
		const day = dayOf(new Date(start + index * DAY_MS));
		if (day === today) return { day, open };
		const { high, medium, low, none } = days.findLast((known) => known.day <= day) ?? NO_FINDINGS;
		return { day, open: { high, medium, low, none } };
	});
}
