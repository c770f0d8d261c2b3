/** What ZAP's automation says while it works, each once it begins. */
const STEPS: Readonly<Record<string, string>> = {
	spider: "Following links",
	"passiveScan-wait": "Looking at the answers",
	activeScan: "Trying for faults",
	report: "Writing down",
};

export type ZapLog = {
	/** Told each line of its output. */
	line: (line: string) => void;
	/** Jobs that came to their end, with the seconds each took, in their order. */
	finished: () => readonly { job: string; seconds: number }[];
};

/** Follows ZAP's output: `Job spider started`, `Job spider finished, time taken: 00:00:12`. */
export function createZapLog(tell: (percent: number, step: string) => void): ZapLog {
	const finished: { job: string; seconds: number }[] = [];
	let attacking = false;
	tell(3, "Starting ZAP");
	return {
		line(line) {
			const started = /^Job ([a-zA-Z-]{1,40}) started/.exec(line)?.[1];
			const step = started === undefined ? undefined : STEPS[started];
			if (started === "activeScan") attacking = true;
			if (started !== undefined && step !== undefined) tell(percentAt(started, attacking), step);
			const end = /^Job ([a-zA-Z-]{1,40}) finished, time taken: (\d+):(\d\d):(\d\d)/.exec(line);
			if (!end || finished.length > 100) return;
			const [, job = "", hours, minutes, seconds] = end;
			finished.push({ job, seconds: Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) });
		},
		finished: () => finished,
	};
}

function percentAt(job: string, attacking: boolean): number {
	if (job === "spider") return 10;
	if (job === "passiveScan-wait") return attacking ? 90 : 25;
	if (job === "activeScan") return 40;
	return attacking ? 95 : 35;
}
