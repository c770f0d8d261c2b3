import type { ScanId } from "#contract/ids.ts";
import type { Schedule } from "#contract/scans/schedules.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Member } from "../scans/asker.ts";

/** A schedule as it is stored: of its next runs the first. */
export type StoredSchedule = Omit<Schedule, "nextRuns" | "createdAt"> & { nextRunAt: Date | null; createdAt: Date };

/** How a run went, as it is stored. The scan's own row has the rest. */
export type RunOutcome = { at: Date; plannedAt: Date | null } & (
	| { outcome: "started"; scanId: ScanId }
	| { outcome: "skipped" }
	| { outcome: "refused"; code: string; message: string }
	| { outcome: "missed" }
);

/** A schedule after its due run. */
export type RunRecord = {
	run: RunOutcome;
	/** How many runs were missed, this one included if it was. */
	missed: number;
	/** Undefined if there is no next run; then the schedule is done. */
	next: Date | undefined;
};

/** A schedule that is due, and whose it is. */
export type DueSchedule = StoredSchedule & {
	nextRunAt: Date;
	asker: Member;
	/** Its scans that have not ended. */
	unfinished: ScanId[];
};

type Made = { schedule: StoredSchedule; shown: Schedule };

export type ScheduleStore = {
	/** Oldest first. */
	list(scope: Scope): Promise<StoredSchedule[]>;
	find(scope: Scope, id: string): Promise<StoredSchedule | undefined>;
	/** Whether something was created under this key. */
	knows(scope: Scope, key: string): Promise<boolean>;
	/** Stores what `make` returns, once per key: a repeat gets what was shown first, and makes nothing. */
	create(
		scope: Scope,
		asked: { key: string | null; compared: object },
		make: () => ({ ok: true } & Made) | Refusal,
	): Promise<{ ok: true; shown: Schedule } | Refusal>;
	/** Holds the schedule while `change` looks at it, and stores what it returns. Undefined when there is none. */
	change(
		scope: Scope,
		id: string,
		change: (current: StoredSchedule) => { ok: true; schedule: StoredSchedule } | Refusal,
	): Promise<{ ok: true; schedule: StoredSchedule } | Refusal | undefined>;
	/** False when there was none. */
	delete(scope: Scope, id: string): Promise<boolean>;
	/** Stores a run that a person started. */
	recordRun(id: string, run: RunOutcome): Promise<void>;
	/**
	 * Hands the schedule that has been due longest to `work` and stores the outcome; false if none is due except those in
	 * `except`. No other process gets it meanwhile.
	 */
	withDue(now: Date, except: readonly string[], work: (due: DueSchedule) => Promise<RunRecord>): Promise<boolean>;
};
