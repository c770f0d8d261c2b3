import type { Logger } from "#server/platform/watch/logger.ts";
import type { AcceptScan } from "../../scans/accept-scan.ts";
import { apply } from "../../scans/apply.ts";
import type { ScanStore } from "../../scans/store/scan-store.ts";
import type { DueSchedule } from "../due-schedule.ts";
import { planRun } from "../plan.ts";
import type { RunOutcome, RunRecord } from "../run-record.ts";
import { scanRequestOf } from "../scan-request.ts";
import type { ScheduleStore } from "../store/schedule-store.ts";
import { createTimetable } from "../timetable.ts";

type RunSchedulesDeps = {
	schedules: ScheduleStore;
	store: ScanStore;
	accept: AcceptScan;
	/** Aborted when the process ends; then no further run is started. */
	shutdown: AbortSignal;
	now: () => Date;
	log: Logger;
};

/**
 * Runs every schedule that is due. Each is locked by its row while it runs, so that any number of processes may do this at once. Its scan
 * is requested under a key made of the schedule and the planned time, so that a worker that dies in between does not cause a second scan.
 * Schedules that become due during a round wait for the next one: a slow one that runs every minute must not keep this round from ending.
 */
export async function runSchedules(deps: RunSchedulesDeps): Promise<void> {
	const { schedules, now, log } = deps;
	const began = now();
	const broken: string[] = [];
	while (!deps.shutdown.aborted) {
		let current: string | undefined;
		try {
			const found = await schedules.withDue(began, broken, (due) => {
				current = due.id;
				return runOne(deps, due);
			});
			if (!found) return;
		} catch (error) {
			// A broken one must not delay the others; the next round tries it again.
			if (current === undefined) throw error;
			log.warn({ scheduleId: current, error }, "a schedule could not be run; it will be tried again");
			broken.push(current);
		}
	}
}

async function runOne(deps: RunSchedulesDeps, due: DueSchedule): Promise<RunRecord> {
	const at = deps.now();
	const { id: scheduleId } = due;
	const {
		run: plannedAt,
		missed,
		lastMissed,
		next,
	} = planRun(createTimetable(due.recurrence, due.timeZone), due.nextRunAt, at);
	if (missed > 0) deps.log.warn({ scheduleId, missed }, "scheduled runs were missed");
	if (!plannedAt) return { run: { outcome: "missed", at, plannedAt: lastMissed ?? due.nextRunAt }, missed, next };
	if (due.unfinished.length > 0 && due.overlap === "skip") {
		return { run: { outcome: "skipped", at, plannedAt }, missed, next };
	}
	return { run: await start(deps, due, plannedAt), missed, next };
}

async function start(
	{ accept, store, now, log }: RunSchedulesDeps,
	due: DueSchedule,
	plannedAt: Date,
): Promise<RunOutcome> {
	const { id: scheduleId, asker, request } = due;
	const planned = plannedAt.toISOString();
	const answer = await accept({
		asker,
		key: `schedule:${scheduleId}:${planned}`,
		compared: { schedule: scheduleId, planned },
		request: async () => scanRequestOf(request, asker.email),
		client: "",
		mailsReport: false,
		// All schedules wait until this one is accepted, and a target can be slow to answer.
		looksForFile: false,
	});
	if (!answer.ok && answer.code === "unavailable" && answer.details?.retryAfter !== undefined) {
		// Its tool is being installed or looked for: this run is delayed, not refused.
		throw new Error(`A scheduled scan has to wait: ${answer.message}`);
	}
	if (!answer.ok) {
		log.info({ scheduleId, code: answer.code }, "a scheduled scan was refused");
		return { outcome: "refused", at: now(), plannedAt, code: answer.code, message: answer.message };
	}
	const { scanId } = answer.receipt;
	log.info({ scheduleId, scanId }, "scheduled scan accepted");
	for (const older of due.unfinished) {
		if (older !== scanId) await apply(store, older, { type: "cancel" });
	}
	return { outcome: "started", at: now(), plannedAt, scanId };
}
