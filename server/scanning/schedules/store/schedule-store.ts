import type { AccountId, ScanId, WorkspaceId } from "#contract/ids.ts";
import { SCHEDULES_LIMIT, type Schedule } from "#contract/scans/schedules.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import { can, ROLES } from "#contract/workspaces/roles.ts";
import { askedIn, isKeyKnown, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertRow, sql } from "#server/platform/db/insert-row.ts";
import { type Executor, inTransaction, type Pool } from "#server/platform/db/pool.ts";
import { flag, id, oneOf, readRows, text } from "#server/platform/db/rows.ts";
import { keyMismatch, type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { orOutcome, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspace } from "#server/platform/tenancy/hold-workspace.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { giveHost } from "../../targets/store/assets.ts";
import type { DueSchedule } from "../due-schedule.ts";
import type { RunOutcome, RunRecord } from "../run-record.ts";
import { scanRequestOf } from "../scan-request.ts";
import type { StoredSchedule } from "../stored-schedule.ts";
import { SCHEDULE, scheduleColumns, scheduleOfRow } from "./schedule-row.ts";

type Made = { schedule: StoredSchedule; shown: Schedule };

/** Schedules in PostgreSQL. `walled`: for requests, which see one workspace. */
export function createScheduleStore(pool: Pool, walled: Pool) {
	return {
		/** Oldest first. */
		async list(scope: Scope): Promise<StoredSchedule[]> {
			const rows = await readRows(
				within(walled, scope),
				SCHEDULE,
				`SELECT ${scheduleColumns} FROM schedules WHERE account_id = $1 AND ${ofClient("host", "$1", "$2")} ORDER BY created_at, id`,
				[scope.workspaceId, scope.clientId],
			);
			return rows.map(scheduleOfRow);
		},
		async find(scope: Scope, id: string): Promise<StoredSchedule | undefined> {
			const rows = await readRows(
				within(walled, scope),
				SCHEDULE,
				`SELECT ${scheduleColumns} FROM schedules WHERE account_id = $1 AND id = $2 AND ${ofClient("host", "$1", "$3")}`,
				[scope.workspaceId, id, scope.clientId],
			);
			return rows[0] && scheduleOfRow(rows[0]);
		},
		/** Whether something was created under this key. */
		knows: ({ accountId }: Scope, key: string) => isKeyKnown(pool, accountId, key),
		/** Stores what `make` returns, once per key: a repeat gets what was shown first, and creates nothing. */
		async create(
			scope: Scope,
			{ key, compared }: { key: string | null; compared: object },
			make: () => ({ ok: true } & Made) | Refusal,
		): Promise<{ ok: true; shown: Schedule } | Refusal> {
			const { workspaceId, accountId } = scope;
			const asked = { ...askedIn(scope, compared), key };
			return orOutcome<Refusal, { ok: true; shown: Schedule } | Refusal>(async () => {
				const answered = await oncePerKey<Schedule>(within(walled, scope), asked, async (client) => {
					const made = make();
					if (!made.ok) throw new Refused(made);
					// Two requests at once must not both take the last place.
					await holdWorkspace(client, workspaceId);
					const host = scheduleHost(made.schedule);
					if (host !== null) await giveHost(client, scope, host);
					if (!(await insertSchedule(client, { workspaceId, accountId }, made.schedule))) throw new Refused(FULL);
					return made.shown;
				});
				return answered.ok ? { ok: true, shown: answered.answer } : keyMismatch;
			});
		},
		/** Locks the schedule while `change` looks at it, and stores what it returns. Undefined if there is none. */
		change: (
			scope: Scope,
			id: string,
			change: (current: StoredSchedule) => { ok: true; schedule: StoredSchedule } | Refusal,
		): Promise<{ ok: true; schedule: StoredSchedule } | Refusal | undefined> =>
			inTransaction(within(walled, scope), async (client) => {
				const rows = await readRows(
					client,
					SCHEDULE,
					`SELECT ${scheduleColumns} FROM schedules
					 WHERE account_id = $1 AND id = $2 AND ${ofClient("host", "$1", "$3")} FOR UPDATE OF schedules`,
					[scope.workspaceId, id, scope.clientId],
				);
				if (!rows[0]) return undefined;
				const changed = change(scheduleOfRow(rows[0]));
				if (changed.ok) await store(client, changed.schedule);
				return changed;
			}),
		/** False if there was none. */
		async delete(scope: Scope, id: string) {
			const { rowCount } = await within(walled, scope).query(
				`DELETE FROM schedules WHERE account_id = $1 AND id = $2 AND ${ofClient("host", "$1", "$3")}`,
				[scope.workspaceId, id, scope.clientId],
			);
			return rowCount === 1;
		},
		/** Stores a run that a person started. */
		recordRun: (id: string, run: RunOutcome) =>
			inTransaction(pool, async (client) => {
				await client.query("UPDATE schedules SET last_run = $2 WHERE id = $1", [id, run]);
				await noteScan(client, id, run);
			}),
		/**
		 * Hands the schedule that has been due longest to `work` and stores the outcome; false if none is due except those in `except`.
		 * No other process gets it in the meantime.
		 */
		withDue: (now: Date, except: readonly string[], work: (due: DueSchedule) => Promise<RunRecord>) =>
			inTransaction(pool, async (client) => {
				const rows = await readRows(
					client,
					{ ...SCHEDULE, ...OWNER },
					`SELECT ${scheduleColumns}, schedules.account_id AS workspace_id, keeper.account_id, role, a.email,
					   a.email_confirmed_at IS NOT NULL AS email_confirmed
					 FROM schedules JOIN memberships AS keeper ON keeper.workspace_id = schedules.account_id
					   AND keeper.account_id = keeper_of(schedules.account_id, created_by_id)
					 JOIN accounts a ON a.id = keeper.account_id
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
						workspaceId: row.workspace_id,
						clientId: null,
						createsClients: can(row.role, "manage"),
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

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

const OWNER = {
	workspace_id: id<WorkspaceId>(),
	account_id: id<AccountId>(),
	role: oneOf(ROLES),
	email: text,
	email_confirmed: flag,
};

const FULL = refuse(
	"limit_reached",
	`A workspace can have ${SCHEDULES_LIMIT} schedules. Please delete one that is no longer needed.`,
);

/** False if the workspace has as many as it may. The caller holds the workspace. */
export async function insertSchedule(
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	schedule: StoredSchedule,
): Promise<boolean> {
	return insertRow(
		client,
		"schedules",
		{
			id: schedule.id,
			account_id: workspaceId,
			name: schedule.name,
			request: schedule.request,
			recurrence: schedule.recurrence,
			time_zone: schedule.timeZone,
			overlap: schedule.overlap,
			digest: schedule.digest,
			status: schedule.status,
			next_run_at: schedule.nextRunAt,
			created_at: schedule.createdAt,
			created_by_id: accountId,
			host: scheduleHost(schedule),
		},
		{ only: sql(`(SELECT count(*) FROM schedules WHERE account_id = ?) < ${SCHEDULES_LIMIT}`, workspaceId) },
	);
}

/** The host that a schedule scans: it decides which client the schedule belongs to. The mailbox does not matter. */
export const scheduleHost = ({ request }: Pick<StoredSchedule, "request">): string | null =>
	scopeOf(scanRequestOf(request, ""))?.host ?? null;

async function store(client: Executor, schedule: StoredSchedule): Promise<void> {
	await client.query(
		`UPDATE schedules SET name = $2, request = $3, recurrence = $4, time_zone = $5, overlap = $6, digest = $7, status = $8,
		   next_run_at = $9, missed_runs = $10, host = $11
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
			scheduleHost(schedule),
		],
	);
}

/** A run may be recorded twice under the same key, if its worker dies before it can report the first time. */
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
