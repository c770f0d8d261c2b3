import type { AccountId, ScanId } from "#contract/ids.ts";
import type { Schedule } from "#contract/schedules.ts";
import type { Asker } from "../scans/asker.ts";
import type { Refusal } from "../scans/refusal.ts";

/** A schedule as it is stored: of its next runs the first. */
export type StoredSchedule = Omit<Schedule, "nextRuns" | "createdAt"> & { nextRunAt: Date | null; createdAt: Date };

/** What became of a run, as it is remembered. How its scan goes on stands in that scan's row. */
export type RunOutcome = { at: Date; plannedAt: Date | null } & (
	| { outcome: "started"; scanId: ScanId }
	| { outcome: "skipped" }
	| { outcome: "refused"; code: string; message: string }
	| { outcome: "missed" }
);

/** What a schedule that was due is afterwards. */
export type RunRecord = {
	run: RunOutcome;
	/** Runs missed, beside it or as the last of them. */
	missed: number;
	/** Undefined: none is to come, so it is done. */
	next: Date | undefined;
};

/** A schedule that is due, and whose it is. */
export type DueSchedule = StoredSchedule & {
	nextRunAt: Date;
	asker: Extract<Asker, { type: "account" }>;
	/** Scans of its that have not ended. */
	unfinished: ScanId[];
};

type Made = { schedule: StoredSchedule; shown: Schedule };

export type ScheduleStore = {
	/** Oldest first. */
	list(account: AccountId): Promise<StoredSchedule[]>;
	find(account: AccountId, id: string): Promise<StoredSchedule | undefined>;
	/** Whether something was created under this key. */
	knows(account: AccountId, key: string): Promise<boolean>;
	/** Stores what `make` returns, once per key: a repeat gets what was shown first, and makes nothing. */
	create(
		account: AccountId,
		asked: { key: string | null; compared: unknown },
		make: () => ({ ok: true } & Made) | Refusal,
	): Promise<{ ok: true; shown: Schedule } | Refusal>;
	/** Holds the schedule while `change` looks at it, and stores what it returns. Undefined when there is none. */
	change(
		account: AccountId,
		id: string,
		change: (current: StoredSchedule) => { ok: true; schedule: StoredSchedule } | Refusal,
	): Promise<{ ok: true; schedule: StoredSchedule } | Refusal | undefined>;
	/** False when there was none. */
	delete(account: AccountId, id: string): Promise<boolean>;
	/** Remembers a run that somebody asked for. */
	recordRun(id: string, run: RunOutcome): Promise<void>;
	/**
	 * Hands the schedule that is due longest to `work` and stores what becomes of it; false when none is due but those in
	 * `except`. Nobody else gets it meanwhile, in whatever process.
	 */
	withDue(now: Date, except: readonly string[], work: (due: DueSchedule) => Promise<RunRecord>): Promise<boolean>;
};
