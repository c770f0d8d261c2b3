import type { AccountId, ScanId } from "#contract/ids.ts";
import { SCHEDULES_LIMIT, type Schedule } from "#contract/schedules.ts";
import { type Refusal, refuse } from "../../scans/refusal.ts";
import type { RunOutcome, ScheduleStore, StoredSchedule } from "../../schedules/ports.ts";
import { isKeyKnown, oncePerKey } from "../accounts/account-requests.ts";
import { holdAccount } from "../accounts/account-rows.ts";
import { type Executor, inTransaction, type Pool } from "../pool.ts";
import { flag, id, readRows, text } from "../rows.ts";
import { SCHEDULE, scheduleColumns, scheduleOfRow } from "./schedule-row.ts";

/** Thrown so that the transaction is rolled back and nothing is stored under the request's key. */
class Refused extends Error {
	readonly refusal: Refusal;
	constructor(refusal: Refusal) {
		super(refusal.message);
		this.refusal = refusal;
	}
}

/** Schedules in PostgreSQL. */
export function createScheduleStore(pool: Pool): ScheduleStore {
	return {
		async list(account) {
			const rows = await readRows(
				pool,
				SCHEDULE,
				`SELECT ${scheduleColumns} FROM schedules WHERE account_id = $1 ORDER BY created_at, id`,
				[account],
			);
			return rows.map(scheduleOfRow);
		},
		async find(account, id) {
			const rows = await readRows(
				pool,
				SCHEDULE,
				`SELECT ${scheduleColumns} FROM schedules WHERE account_id = $1 AND id = $2`,
				[account, id],
			);
			return rows[0] && scheduleOfRow(rows[0]);
		},
		knows: (account, key) => isKeyKnown(pool, account, key),
		async create(account, asked, make) {
			try {
				const answered = await oncePerKey<Schedule>(pool, { owner: account, ...asked }, async (client) => {
					const made = make();
					if (!made.ok) throw new Refused(made);
					// Two requests at once must not both take the last place.
					await holdAccount(client, account);
					if (!(await insertSchedule(client, account, made.schedule))) throw new Refused(FULL);
					return made.shown;
				});
				return answered.ok ? { ok: true, shown: answered.answer } : MISMATCH;
			} catch (error) {
				if (error instanceof Refused) return error.refusal;
				throw error;
			}
		},
		change: (account, id, change) =>
			inTransaction(pool, async (client) => {
				const rows = await readRows(
					client,
					SCHEDULE,
					`SELECT ${scheduleColumns} FROM schedules WHERE account_id = $1 AND id = $2 FOR UPDATE OF schedules`,
					[account, id],
				);
				if (!rows[0]) return undefined;
				const changed = change(scheduleOfRow(rows[0]));
				if (changed.ok) await store(client, changed.schedule);
				return changed;
			}),
		async delete(account, id) {
			const { rowCount } = await pool.query("DELETE FROM schedules WHERE account_id = $1 AND id = $2", [account, id]);
			return rowCount === 1;
		},
		recordRun: (id, run) =>
			inTransaction(pool, async (client) => {
				await client.query("UPDATE schedules SET last_run = $2 WHERE id = $1", [id, run]);
				await noteScan(client, id, run);
			}),
		withDue: (now, except, work) =>
			inTransaction(pool, async (client) => {
				const rows = await readRows(
					client,
					{ ...SCHEDULE, ...OWNER },
					`SELECT ${scheduleColumns}, account_id, a.email, a.email_confirmed_at IS NOT NULL AS email_confirmed
					 FROM schedules JOIN accounts a ON a.id = account_id
					 WHERE schedules.status = 'active' AND next_run_at <= $1 AND schedules.id <> ALL($2::uuid[])
					 ORDER BY next_run_at LIMIT 1 FOR UPDATE OF schedules SKIP LOCKED`,
					[now, except],
				);
				const row = rows[0];
				if (!row?.next_run_at) return false;
				const schedule = scheduleOfRow(row);
				const { run, missed, next } = await work({
					...schedule,
					nextRunAt: row.next_run_at,
					asker: {
						type: "account",
						accountId: row.account_id,
						email: row.email,
						emailConfirmed: row.email_confirmed,
					},
					unfinished: await unfinishedOf(client, schedule.id),
				});
				await client.query(
					`UPDATE schedules SET last_run = $2, missed_runs = missed_runs + $3, next_run_at = $4,
					   status = CASE WHEN $4::timestamptz IS NULL THEN 'done' ELSE 'active' END
					 WHERE id = $1`,
					[schedule.id, run, missed, next],
				);
				await noteScan(client, schedule.id, run);
				return true;
			}),
	};
}

const OWNER = { account_id: id<AccountId>(), email: text, email_confirmed: flag };

const FULL = refuse(
	"limit_reached",
	`An account can have ${SCHEDULES_LIMIT} schedules. Please delete one that is no longer needed.`,
);
const MISMATCH = refuse(
	"idempotency_mismatch",
	"This Idempotency-Key was already used for another request. Please send it again under a new key.",
);

/** False if the account has as many as it may. The caller holds the account. */
export async function insertSchedule(client: Executor, account: AccountId, schedule: StoredSchedule): Promise<boolean> {
	const { rowCount } = await client.query(
		`INSERT INTO schedules (id, account_id, name, request, recurrence, time_zone, overlap, digest, status, next_run_at, created_at)
		 SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
		 WHERE (SELECT count(*) FROM schedules WHERE account_id = $2) < $12`,
		[
			schedule.id,
			account,
			schedule.name,
			schedule.request,
			schedule.recurrence,
			schedule.timeZone,
			schedule.overlap,
			schedule.digest,
			schedule.status,
			schedule.nextRunAt,
			schedule.createdAt,
			SCHEDULES_LIMIT,
		],
	);
	return rowCount === 1;
}

async function store(client: Executor, schedule: StoredSchedule): Promise<void> {
	await client.query(
		`UPDATE schedules SET name = $2, request = $3, recurrence = $4, time_zone = $5, overlap = $6, digest = $7, status = $8,
		   next_run_at = $9, missed_runs = $10
		 WHERE id = $1`,
		[
			schedule.id,
			schedule.name,
			schedule.request,
			schedule.recurrence,
			schedule.timeZone,
			schedule.overlap,
			schedule.digest,
			schedule.status,
			schedule.nextRunAt,
			schedule.missedRuns,
		],
	);
}

/** A run may be recorded twice under the same key: when its worker dies before it can report the first time. */
async function noteScan(client: Executor, scheduleId: string, run: RunOutcome): Promise<void> {
	if (run.outcome !== "started") return;
	await client.query(
		`INSERT INTO schedule_scans (scan_id, schedule_id) SELECT id, $2 FROM scans WHERE id = $1 ON CONFLICT DO NOTHING`,
		[run.scanId, scheduleId],
	);
}

async function unfinishedOf(client: Executor, scheduleId: string): Promise<ScanId[]> {
	const rows = await readRows(
		client,
		{ id: id<ScanId>() },
		`SELECT id FROM schedule_scans JOIN scans ON id = scan_id
		 WHERE schedule_id = $1 AND status IN ('pending', 'running')`,
		[scheduleId],
	);
	return rows.map(({ id }) => id);
}
