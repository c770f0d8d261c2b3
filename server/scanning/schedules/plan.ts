import type { Timetable } from "./timetable.ts";

/** A run that is later than this is skipped: its time has passed. */
const LATEST_MS = 3_600_000;
/** Count no more than this at once. */
const COUNT_LIMIT = 1_000;

/** What to do about a schedule that was due. */
export type Plan = {
	/** The planned time to run for now; undefined if all of them were missed. */
	run: Date | undefined;
	/** How many planned times passed without a run, and the last of them. */
	missed: number;
	lastMissed: Date | undefined;
	/** The next planned time; undefined if there is none. */
	next: Date | undefined;
};

/**
 * Checks what was planned from `due` up to now. At most the last of the past times is run, if it is not an hour late; the others are
 * missed, so that a server that was down for a week does not start with a week of scans.
 */
export function planRun(timetable: Timetable, due: Date, now: Date): Plan {
	const passed = timetable.upTo(now);
	const last = passed && passed > due ? passed : due;
	const run = now.getTime() - last.getTime() < LATEST_MS ? last : undefined;
	let missed = 0;
	let lastMissed: Date | undefined;
	for (let time: Date | undefined = due; time && time <= last; time = timetable.after(time)) {
		if (run && time >= run) break;
		missed += 1;
		lastMissed = time;
		if (missed === COUNT_LIMIT) {
			if (!run) lastMissed = last;
			break;
		}
	}
	return { run, missed, lastMissed, next: timetable.after(now) };
}
