import { forwardProgress } from "../shared/process/forward-progress.ts";
import type { PlanLimits } from "./plan.ts";

/** A job of ZAP's automation: the text to show while it runs, and which part of the whole it is, in percent. */
type Step = { from: number; to: number; step: string };
type Stage = Readonly<Record<string, Step>>;

/** The jobs up to the active part. */
const CRAWLING: Stage = {
	spider: { from: 10, to: 25, step: "Following links" },
	"passiveScan-wait": { from: 25, to: 35, step: "Looking at the answers" },
	report: { from: 35, to: 40, step: "Writing down what the pages showed" },
	activeScan: { from: 40, to: 90, step: "Trying for faults" },
};
/** The same jobs again, after the active part. Every step text is different, because it tells how far the scan is. */
const ATTACKED: Stage = {
	"passiveScan-wait": { from: 90, to: 95, step: "Looking at the last answers" },
	report: { from: 95, to: 100, step: "Writing the report" },
};

export type ZapLog = {
	/** Starts an attempt: the progress of an earlier one no longer counts. */
	begin: () => void;
	/** Called with each line of its output. */
	line: (line: string) => void;
	/** The job that is under way. */
	running: () => string | undefined;
	/** Called with how much of the job that is under way is done, from 0 to 1, as ZAP says it. */
	reach: (share: number) => void;
	/** Called from time to time. If ZAP says nothing of a job, the time that it has used of its limit is all that is known. */
	tick: () => void;
	/** Finished jobs, with the seconds each took, in order. */
	finished: () => readonly { job: string; seconds: number }[];
};

type Deps = {
	onProgress: (percent: number, step: string) => void;
	limits: PlanLimits;
	/** In milliseconds. */
	now: () => number;
};

/** Follows ZAP's output: `Job spider started`, `Job spider finished, time taken: 00:00:12`. */
export function createZapLog({ onProgress, limits, now }: Deps): ZapLog {
	const minutes: Readonly<Record<string, number>> = {
		spider: limits.spiderMinutes,
		"passiveScan-wait": limits.passiveMinutes,
		activeScan: limits.activeMinutes,
	};
	let finished: { job: string; seconds: number }[] = [];
	let stage = CRAWLING;
	let current: (Step & { job: string; begunAt: number; isSaid: boolean }) | undefined;
	const tell = forwardProgress(onProgress);
	const tellShare = ({ from, to, step }: Step, share: number) =>
		tell(from + Math.floor((to - from) * Math.min(1, Math.max(0, share))), step);
	return {
		begin() {
			finished = [];
			stage = CRAWLING;
			current = undefined;
			tell(3, "Starting ZAP");
		},
		line(line) {
			const started = /^Job ([a-zA-Z-]{1,40}) started/.exec(line)?.[1];
			const step = started === undefined ? undefined : stage[started];
			if (started !== undefined && step) {
				current = { ...step, job: started, begunAt: now(), isSaid: false };
				tellShare(step, 0);
			}
			if (started === "activeScan") stage = ATTACKED;
			const end = /^Job ([a-zA-Z-]{1,40}) finished, time taken: (\d+):(\d\d):(\d\d)/.exec(line);
			if (!end || finished.length > 100) return;
			const [, job = "", hours, minutes, seconds] = end;
			if (current?.job === job) current = undefined;
			finished.push({ job, seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) });
		},
		running: () => current?.job,
		reach(share) {
			if (!current) return;
			current.isSaid = true;
			tellShare(current, share);
		},
		tick() {
			const limit = current && minutes[current.job];
			if (current && limit && !current.isSaid) tellShare(current, (now() - current.begunAt) / (limit * 60_000));
		},
		finished: () => finished,
	};
}
