import type { Logger } from "../logger.ts";
import type { AcceptScan } from "../scans/accept-scan.ts";
import { apply } from "../scans/apply.ts";
import type { ScanStore } from "../scans/ports.ts";
import { planRun } from "../schedules/plan.ts";
import type { DueSchedule, RunOutcome, RunRecord, ScheduleStore } from "../schedules/ports.ts";
import { scanRequestOf } from "../schedules/scan-request.ts";
import { createTimetable } from "../schedules/timetable.ts";

type World = {
	schedules: ScheduleStore;
	store: ScanStore;
	accept: AcceptScan;
	/** Told when the process is to end: then no further one is begun. */
	shutdown: AbortSignal;
	now: () => Date;
	log: Logger;
};

/**
 * Runs every schedule that is due. Each is held by its row's lock while it is looked at, so that any number of processes may
 * do this at once; and its scan is asked for under a key made of the schedule and the planned time, so that a worker that
 * dies in between leaves no second scan behind. What becomes due meanwhile is the next round's: one that is slow and runs
 * every minute must not keep others waiting for the end of this one.
 */
export async function runSchedules(world: World): Promise<void> {
	const { schedules, now, log } = world;
	const began = now();
	const broken: string[] = [];
	while (!world.shutdown.aborted) {
		let current: string | undefined;
		try {
			const found = await schedules.withDue(began, broken, (due) => {
				current = due.id;
				return runOne(world, due);
			});
			if (!found) return;
		} catch (error) {
			// One that breaks must not hold up the others; it is looked at again next time.
			if (current === undefined) throw error;
			log.warn({ scheduleId: current, error }, "a schedule could not be run; it will be tried again");
			broken.push(current);
		}
	}
}

async function runOne(world: World, due: DueSchedule): Promise<RunRecord> {
	const at = world.now();
	const { id: scheduleId } = due;
	const {
		run: plannedAt,
		missed,
		lastMissed,
		next,
	} = planRun(createTimetable(due.recurrence, due.timeZone), due.nextRunAt, at);
	if (missed > 0) world.log.warn({ scheduleId, missed }, "scheduled runs were missed");
	if (!plannedAt) return { run: { outcome: "missed", at, plannedAt: lastMissed ?? due.nextRunAt }, missed, next };
	if (due.unfinished.length > 0 && due.overlap === "skip") {
		return { run: { outcome: "skipped", at, plannedAt }, missed, next };
	}
	return { run: await start(world, due, plannedAt), missed, next };
}

async function start({ accept, store, now, log }: World, due: DueSchedule, plannedAt: Date): Promise<RunOutcome> {
	const { id: scheduleId, asker, request } = due;
	const planned = plannedAt.toISOString();
	const answer = await accept({
		asker,
		key: `schedule:${scheduleId}:${planned}`,
		compared: { schedule: scheduleId, planned },
		request: async () => scanRequestOf(request, asker.email),
		client: "",
		mailsReport: false,
		// All schedules wait for this one's acceptance, and a target can take its time over an answer.
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
