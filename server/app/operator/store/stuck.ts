import type { ScanId } from "#contract/ids.ts";
import { SCAN_KINDS, TOOL_KINDS } from "#contract/kinds/kinds.ts";
import type { StuckList, StuckReport, StuckScan } from "#contract/operator/operator.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { flag, id, int, oneOf, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { LATELY } from "#server/scanning/engines/store/engine-sightings.ts";
import { type Limits, type Surroundings, whyReportWaits, whyWaiting } from "./stuck-reason.ts";

export type StuckSettings = Limits & {
	/** What waits longer than this is listed. */
	waitingMs: number;
	/** A running scan without a heartbeat for longer than this is listed. */
	silenceMs: number;
	/** A report that nobody has worked on for longer than this is listed. */
	reportSilenceMs: number;
	/** How long a scan may run, in seconds. */
	scanSeconds: number;
	zapSeconds: number;
};

const LISTED = 100;
/** How much later a worker ends what runs too long. */
const GRACE_SECONDS = 30;

const JOB_STATES = ["created", "retry", "active"] as const;
const JOB = {
	jobState: orNull(oneOf(JOB_STATES)),
	startAfter: orNull(time),
	lastFailure: orNull(text),
};
/** The newest unfinished job about a row, and why it last failed. */
const jobAbout = (names: string, key: string, value: string) =>
	`LEFT JOIN LATERAL (
	   SELECT state::text AS job_state, start_after, reason FROM pgboss.job LEFT JOIN job_failures ON job_id = job.id
	   WHERE job.name ${names} AND state IN ('created', 'retry', 'active') AND data ->> '${key}' = ${value}::text
	   ORDER BY created_on DESC LIMIT 1) AS job ON true`;

/** Scans and reports that wait or run for too long, oldest first. */
export async function readStuck(pool: Pool, settings: StuckSettings): Promise<StuckList> {
	const around = await readSurroundings(pool);
	const [scans, reports] = await Promise.all([readScans(pool, settings, around), readReports(pool, settings, around)]);
	return { ...scans, ...reports };
}

async function readSurroundings(pool: Pool): Promise<Surroundings> {
	const [stop, workers, tools, running] = await Promise.all([
		readRow(pool, { reason: text }, "SELECT reason FROM scan_stop"),
		readRow(
			pool,
			{ workers: int, seenAt: orNull(time) },
			`SELECT count(DISTINCT worker_id) AS workers, (SELECT max(seen_at) FROM engine_last_seen) AS "seenAt"
			 FROM engine_sightings WHERE seen_at > now() - ${LATELY}`,
		),
		readRows(
			pool,
			{ kind: text, workers: int, seenAt: time },
			`SELECT kind, seen_at AS "seenAt", (SELECT count(*) FROM engine_sightings AS now_seen
			   WHERE now_seen.kind = ever.kind AND now_seen.seen_at > now() - ${LATELY} AND state ->> 'status' = 'available') AS workers
			 FROM engine_last_seen AS ever`,
		),
		readRow(pool, { running: int }, "SELECT count(*) AS running FROM scans WHERE status = 'running'"),
	]);
	return {
		stopReason: stop?.reason,
		workers: workers?.workers ?? 0,
		workerSeenAt: workers?.seenAt ?? null,
		tools: new Map(tools.map(({ kind, ...tool }) => [kind, tool])),
		running: running?.running ?? 0,
	};
}

const SCAN = {
	scanId: id<ScanId>(),
	kind: oneOf(SCAN_KINDS),
	target: text,
	host: orNull(text),
	status: oneOf(["pending", "running"]),
	isOfAccount: flag,
	readyAt: time,
	startedAt: orNull(time),
	heartbeatAt: orNull(time),
	isSilent: flag,
	tries: int,
	ofAccount: int,
	ofHost: int,
	...JOB,
};

/**
 * Scans that are stuck. Waiting counts from when a scan could have started: its job is due, and neither its account nor its target has as
 * many unfinished scans as it may. A scan whose account has just started another one is in a line that moves.
 * `$1` to `$4`: how long it may wait, be silent, and run; `$5`: tools; `$6` and `$7`: turns of an account and of a target.
 */
const STUCK = `WITH alive AS MATERIALIZED (
	   SELECT owner, host, kind, started_at FROM scans
	   WHERE status = 'running' AND heartbeat_at >= now() - $2 * interval '1 ms'
	 ), due AS MATERIALIZED (
	   SELECT data ->> 'scanId' AS scan, max(start_after) AS at FROM pgboss.job
	   WHERE name LIKE 'scan%' AND state = 'created' GROUP BY 1
	 ), stuck AS (
	   SELECT scan.*, greatest(scan.accepted_at, due.at) AS ready_at FROM scans AS scan LEFT JOIN due ON due.scan = scan.id::text
	   WHERE (status = 'pending' AND greatest(scan.accepted_at, due.at) < now() - $1 * interval '1 ms'
	     AND NOT (owner <> 'anonymous' AND (
	       (SELECT count(*) FROM alive WHERE alive.owner = scan.owner) >= $6
	       OR EXISTS (SELECT FROM alive WHERE alive.owner = scan.owner AND alive.started_at > now() - $1 * interval '1 ms')))
	     AND NOT (kind = ANY($5) AND
	       (SELECT count(*) FROM alive WHERE alive.host = scan.host AND alive.kind = ANY($5)) >= $7))
	   OR (status = 'running' AND (heartbeat_at < now() - $2 * interval '1 ms'
	     OR started_at < now() - (CASE kind WHEN 'zap' THEN $4::int ELSE $3::int END + ${GRACE_SECONDS}) * interval '1 s'))
	 )`;

async function readScans(pool: Pool, settings: StuckSettings, around: Surroundings) {
	const { waitingMs, silenceMs, scanSeconds, zapSeconds, perAccount, perTarget } = settings;
	const values = [waitingMs, silenceMs, scanSeconds, zapSeconds, TOOL_KINDS, perAccount, perTarget];
	const rows = await readRows(
		pool,
		SCAN,
		`${STUCK}
		 SELECT scan.id AS "scanId", kind, target, host, status, owner <> 'anonymous' AS "isOfAccount", ready_at AS "readyAt",
		   started_at AS "startedAt", heartbeat_at AS "heartbeatAt",
		   coalesce(heartbeat_at < now() - $2 * interval '1 ms', false) AS "isSilent", attempts AS tries,
		   (SELECT count(*) FROM scans AS other WHERE other.status = 'running' AND other.owner = scan.owner) AS "ofAccount",
		   (SELECT count(*) FROM scans AS other WHERE other.status = 'running' AND other.host = scan.host
		     AND other.kind = ANY($5)) AS "ofHost",
		   job_state AS "jobState", start_after AS "startAfter", reason AS "lastFailure"
		 FROM (SELECT * FROM stuck ORDER BY ready_at, id LIMIT ${LISTED}) AS scan
		 ${jobAbout("LIKE 'scan%'", "scanId", "scan.id")} ORDER BY ready_at, scan.id`,
		values,
	);
	const all =
		rows.length < LISTED
			? undefined
			: await readRow(pool, { total: int }, `${STUCK} SELECT count(*) AS total FROM stuck`, values);
	return {
		scans: rows.map((row): StuckScan => {
			const { scanId, kind, target, status, isOfAccount: ofAccount, tries, lastFailure, readyAt, startedAt } = row;
			const since = (status === "running" ? (startedAt ?? readyAt) : readyAt).toISOString();
			const limitSeconds = kind === "zap" ? zapSeconds : scanSeconds;
			const reason =
				status === "pending"
					? whyWaiting({ ...row, ofAccount: ofAccount ? row.ofAccount : null, job: jobOf(row) }, around, settings)
					: row.isSilent && row.heartbeatAt
						? ({ why: "worker-silent", since: row.heartbeatAt.toISOString(), otherWorkers: around.workers } as const)
						: ({ why: "too-slow", limitSeconds } as const);
			return { scanId, kind, target, ofAccount, status, since, tries, lastFailure, reason };
		}),
		scanCount: all?.total ?? rows.length,
	};
}

const jobOf = ({ jobState, startAfter }: { jobState: (typeof JOB_STATES)[number] | null; startAfter: Date | null }) =>
	jobState && startAfter ? { state: jobState, startAfter } : undefined;

async function readReports(pool: Pool, { waitingMs, reportSilenceMs }: StuckSettings, around: Surroundings) {
	const isStuck = `status = 'generating' AND accepted_at < now() - $1 * interval '1 ms'
		   AND (begun_at IS NULL OR begun_at < now() - $2 * interval '1 ms')`;
	const rows = await readRows(
		pool,
		{ reportId: uuid, template: text, acceptedAt: time, begunAt: orNull(time), tries: int, ...JOB },
		`SELECT report.id AS "reportId", template, accepted_at AS "acceptedAt", begun_at AS "begunAt", attempts AS tries,
		   job_state AS "jobState", start_after AS "startAfter", reason AS "lastFailure"
		 FROM (SELECT * FROM account_reports WHERE ${isStuck} ORDER BY accepted_at, id LIMIT ${LISTED}) AS report
		 ${jobAbout("= 'report'", "reportId", "report.id")} ORDER BY accepted_at, report.id`,
		[waitingMs, reportSilenceMs],
	);
	const all =
		rows.length < LISTED
			? undefined
			: await readRow(pool, { total: int }, `SELECT count(*) AS total FROM account_reports WHERE ${isStuck}`, [
					waitingMs,
					reportSilenceMs,
				]);
	return {
		reports: rows.map(
			({ reportId, template, acceptedAt, begunAt, tries, lastFailure, ...job }): StuckReport => ({
				reportId,
				template,
				since: acceptedAt.toISOString(),
				tries,
				lastFailure,
				reason: whyReportWaits(begunAt, jobOf(job), around),
			}),
		),
		reportCount: all?.total ?? rows.length,
	};
}
