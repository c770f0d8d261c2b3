import { assertNever } from "#contract/assert-never.ts";
import type { ScanReport } from "#contract/findings/findings.ts";
import type { AccountId, ScanId } from "#contract/ids.ts";
import type { ScanKind, ScanLabels } from "#contract/scans/scans.ts";
import type { Point } from "#server/platform/db/counter.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { orNull, readRow, readRows, text, time } from "#server/platform/db/rows.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { SendJob } from "#server/platform/jobs/queue.ts";
import { actingFor } from "#server/platform/tenancy/acting-for.ts";
import { giveHostByName } from "../../targets/store/assets.ts";
import type { Member, ScanOwner } from "../asker.ts";
import { type ScanJob, scanJob } from "../jobs/scan-jobs.ts";
import type { Limit } from "../limits.ts";
import {
	type RawOutput,
	type Scan,
	type ScanEffect,
	type ScanEvent,
	type Step,
	type Transition,
	transition,
} from "../scan.ts";
import type { ScanEnded } from "../scan-ended.ts";
import { holdWorkspaceOf } from "./hold-workspace-of.ts";
import { SCAN, scanColumns, scanOfRow } from "./scan-row.ts";
import { type TurnLimits, takeTurn } from "./scan-turns.ts";

/** A job that is sent commits with everything else done on its connection. */
type SendScanJob = SendJob<ScanJob>;

const ID = { id: SCAN.id };

/** A tool that keeps reporting new steps must not fill the database. */
const TIMELINE_LIMIT = 200;

/** Scans in PostgreSQL. */
export function createScanStore(pool: Pool, send: SendScanJob, turns: TurnLimits, ended: Moment<ScanEnded>) {
	return {
		/** Changes whom an account's scan is for. */
		async relabel(
			id: ScanId,
			{ client, note }: ScanLabels,
			{ accountId, createsClients }: Pick<Member, "accountId" | "createsClients">,
		) {
			await inTransaction(actingFor(pool, accountId), async (tx) => {
				// A scan that moved from the public form may have been requested by a stranger, who knows its key.
				const row = await readRow(
					tx,
					{ owner: SCAN.owner, host: orNull(text) },
					`UPDATE scans SET client = coalesce($2, ''), note = coalesce($3, '')
					 WHERE id = $1 AND owner <> 'anonymous' AND adopted_at IS NULL AND (client, note) IS DISTINCT FROM (coalesce($2, ''), coalesce($3, ''))
					 RETURNING owner, host`,
					[id, client, note],
				);
				if (row?.host && client) await giveHostByName(tx, row.owner, { host: row.host, name: client, createsClients });
			});
		},
		/** Counts one against a limit, or returns in how many seconds there will be room again. */
		takePoint: (limit: Limit): Promise<Point> => takePoint(pool, limit),
		/** Runs `work` in one transaction. Rolled back when it throws or its outcome is not `ok`. `by`: who acts, for the audit log. */
		transaction: <T extends { ok: boolean }>(work: (tx: ScanTransaction) => Promise<T>, by?: AccountId): Promise<T> =>
			inTransaction(
				by === undefined ? pool : actingFor(pool, by),
				(client) => work(scanTransaction(client, send, turns, ended)),
				(outcome) => outcome.ok,
			),
		/** Ids of running scans without a heartbeat for `limitMs`, oldest first. */
		silent: (limitMs: number): Promise<ScanId[]> => overdue(pool, "status = 'running'", "heartbeat_at", limitMs),
		/** Ids of scans that have been pending for `limitMs` since their last job was queued, oldest first. */
		waiting: (limitMs: number): Promise<ScanId[]> => overdue(pool, "status = 'pending'", "queued_at", limitMs),
		async find(id: ScanId): Promise<Scan | undefined> {
			const row = await readRow(pool, SCAN, `SELECT ${scanColumns} FROM scans WHERE id = $1`, [id]);
			return row && scanOfRow(row);
		},
	};
}

export type ScanStore = ReturnType<typeof createScanStore>;

/** Scans in a state whose time is longer ago than the limit, oldest first, at most 100. */
async function overdue(
	pool: Pool,
	state: string,
	clock: "heartbeat_at" | "queued_at",
	limitMs: number,
): Promise<ScanId[]> {
	const rows = await readRows(
		pool,
		ID,
		`SELECT id FROM scans WHERE ${state} AND ${clock} < now() - $1 * interval '1 ms' ORDER BY ${clock} LIMIT 100`,
		[limitMs],
	);
	return rows.map(({ id }) => id);
}

function scanTransaction(client: Executor, send: SendScanJob, turns: TurnLimits, ended: Moment<ScanEnded>) {
	return {
		/**
		 * Locks the scan, moves it by `transition`, stores it, and does what goes with the move. Undefined if there is no such scan
		 * anymore.
		 */
		async apply(id: ScanId, event: ScanEvent): Promise<Transition | undefined> {
			const moved = await applyEvent(client, id, event);
			if (!moved?.ok) return moved;
			const { scan, effects } = moved;
			for (const effect of effects) await perform(client, send, scan, effect);
			if ("finishedAt" in scan) await ended(client, { scan, effects });
			return moved;
		},
		/** Whether the scan may start now; if not, in how many seconds to ask again. */
		takeTurn: (id: ScanId): Promise<{ ok: true } | { ok: false; wait: number }> => takeTurn(client, id, turns),
		/** Queues the scan's run; the job exists if and only if this transaction commits. */
		async enqueueScan(id: ScanId, afterSeconds = 0) {
			const scan = await readRow(
				client,
				{ owner: SCAN.owner, kind: SCAN.kind },
				"SELECT owner, kind FROM scans WHERE id = $1",
				[id],
			);
			if (!scan) return;
			await sendRun(client, send, { id, ...scan }, afterSeconds);
		},
	};
}

/** What can be done to scans in one transaction. */
type ScanTransaction = ReturnType<typeof scanTransaction>;

/** Queues a scan's run. For an account's scans, only as many run at once as it has turns. */
const sendRun = (
	through: Executor,
	send: SendScanJob,
	{ id, kind, owner }: { id: ScanId; kind: ScanKind; owner: ScanOwner },
	afterSeconds?: number,
): Promise<void> =>
	send(scanJob(kind), { scanId: id }, { through, afterSeconds, account: owner === "anonymous" ? undefined : owner });

async function perform(client: Executor, send: SendScanJob, scan: Scan, effect: ScanEffect): Promise<void> {
	const { id, owner } = scan;
	switch (effect.type) {
		case "queue-run":
			return sendRun(client, send, { id, owner, kind: scan.request.kind });
		// Left to what follows its end.
		case "queue-mail":
		case "notify":
			return;
		case "save-steps":
			return saveSteps(client, id, effect.steps);
		case "save-report":
			return saveReport(client, id, effect.report);
		case "save-sent":
			await client.query("INSERT INTO scan_sent (scan_id, sent) VALUES ($1, $2)", [id, JSON.stringify(effect.sent)]);
			return;
		case "save-raw":
			return saveRaw(client, id, effect.raw);
		default:
			return assertNever(effect);
	}
}

async function saveReport(client: Executor, id: ScanId, report: ScanReport): Promise<void> {
	await client.query("INSERT INTO scan_reports (scan_id, report) VALUES ($1, $2)", [id, JSON.stringify(report)]);
	const { high, medium, low, none } = report.counts;
	await client.query("UPDATE scans SET high = $2, medium = $3, low = $4, none = $5 WHERE id = $1", [
		id,
		high,
		medium,
		low,
		none,
	]);
}

async function saveSteps(client: Executor, id: ScanId, steps: readonly Step[]): Promise<void> {
	await client.query(
		`INSERT INTO scan_events (scan_id, at, what, text, progress)
		 SELECT $1, step.at, 'step', step.text, step.progress
		 FROM unnest($2::timestamptz[], $3::text[], $4::smallint[]) WITH ORDINALITY AS step (at, text, progress, n)
		 ORDER BY n LIMIT greatest(0, ${TIMELINE_LIMIT} - (SELECT count(*) FROM scan_events WHERE scan_id = $1))`,
		[id, steps.map(({ at }) => at), steps.map(({ text }) => text), steps.map(({ progress }) => progress)],
	);
}

async function saveRaw(client: Executor, id: ScanId, files: readonly RawOutput[]): Promise<void> {
	for (const { name, mediaType, content } of files) {
		await client.query("INSERT INTO scan_raw (scan_id, name, media_type, content) VALUES ($1, $2, $3, $4)", [
			id,
			name,
			mediaType,
			content,
		]);
	}
}

async function applyEvent(client: Executor, id: ScanId, event: ScanEvent): Promise<Transition | undefined> {
	if (event.type === "completed") await holdWorkspaceOf(client, id);
	const row = await readRow(
		client,
		{ ...SCAN, now: time },
		`SELECT ${scanColumns}, clock_timestamp() AS now FROM scans WHERE id = $1 FOR UPDATE`,
		[id],
	);
	if (!row) return undefined;
	const moved = transition(scanOfRow(row), event, row.now);
	if (moved.ok) await storeState(client, moved.scan);
	return moved;
}

async function storeState(client: Executor, scan: Scan): Promise<void> {
	const running = scan.status === "running" ? scan : undefined;
	const failure = scan.status === "failed" ? scan.failure : undefined;
	await client.query(
		`UPDATE scans SET status = $2, attempts = $3, queued_at = coalesce($4, queued_at), worker_id = $5, started_at = $6,
		   heartbeat_at = $7, progress = coalesce($8, progress), step = coalesce($9, step), finished_at = $10, coverage = $11,
		   failure_code = $12, failure_message = $13, cancel_requested_at = $14
		 WHERE id = $1`,
		[
			scan.id,
			scan.status,
			scan.attempts,
			scan.status === "pending" ? scan.queuedAt : null,
			running?.workerId,
			scan.status === "pending" ? null : scan.startedAt,
			running?.heartbeatAt,
			running?.progress,
			running?.step,
			"finishedAt" in scan ? scan.finishedAt : null,
			scan.status === "completed" ? scan.coverage : null,
			failure?.code,
			failure?.message,
			running?.cancelRequestedAt,
		],
	);
}
