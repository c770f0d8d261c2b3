import { forwardProgress } from "../shared/process/forward-progress.ts";

type Step = { percent: number; step: string };
type Stage = Readonly<Record<string, Step>>;

/** The jobs of ZAP's automation up to the active part, each with the step text to show when it starts. */
const CRAWLING: Stage = {
	spider: { percent: 10, step: "Following links" },
	"passiveScan-wait": { percent: 25, step: "Looking at the answers" },
	report: { percent: 35, step: "Writing down what the pages showed" },
	activeScan: { percent: 40, step: "Trying for faults" },
};
/** The same jobs again, after the active part. Every step text is different, because it tells how far the scan is. */
const ATTACKED: Stage = {
	"passiveScan-wait": { percent: 90, step: "Looking at the last answers" },
	report: { percent: 95, step: "Writing the report" },
};

export type ZapLog = {
	/** Starts an attempt: the progress of an earlier one no longer counts. */
	begin: () => void;
	/** Called with each line of its output. */
	line: (line: string) => void;
	/** Finished jobs, with the seconds each took, in order. */
	finished: () => readonly { job: string; seconds: number }[];
};

/** Follows ZAP's output: `Job spider started`, `Job spider finished, time taken: 00:00:12`. */
export function createZapLog(onProgress: (percent: number, step: string) => void): ZapLog {
	let finished: { job: string; seconds: number }[] = [];
	let stage = CRAWLING;
	const tell = forwardProgress(onProgress);
	return {
		begin() {
			finished = [];
			stage = CRAWLING;
			tell(3, "Starting ZAP");
		},
		line(line) {
			const started = /^Job ([a-zA-Z-]{1,40}) started/.exec(line)?.[1];
			const step = started === undefined ? undefined : stage[started];
			if (step) tell(step.percent, step.step);
			if (started === "activeScan") stage = ATTACKED;
			const end = /^Job ([a-zA-Z-]{1,40}) finished, time taken: (\d+):(\d\d):(\d\d)/.exec(line);
			if (!end || finished.length > 100) return;
			const [, job = "", hours, minutes, seconds] = end;
			finished.push({ job, seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) });
		},
		finished: () => finished,
	};
}
