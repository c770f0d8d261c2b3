/** The fields we use from an event of Chromium's trace. Times in microseconds: by the clock, and on the processor. */
export type TraceEvent = {
	name: string;
	pid: number;
	tid: number;
	dur?: number;
	tdur?: number;
	args: { name?: string };
};

/** A page that got less than this was mostly waiting for the machine, so its times mean nothing. */
const LEAST_SHARE = 0.1;

/**
 * The share of clock time in which the page's main thread really had a processor: 1 on an idle machine. Null if that is too small to time
 * the page.
 */
export function processorShare(events: readonly TraceEvent[]): number | null {
	const shares = events
		.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
		.map(({ pid, tid }) => {
			const tasks = events.filter((event) => event.name === "RunTask" && event.pid === pid && event.tid === tid);
			const sum = (of: "dur" | "tdur") => tasks.reduce((total, task) => total + (task[of] ?? 0), 0);
			return { clock: sum("dur"), processor: sum("tdur") };
		});
	// There is another one for the browser's first, empty page.
	const page = shares.toSorted((one, other) => other.processor - one.processor)[0];
	if (!page || page.processor === 0) throw new Error("The trace has no processor times.");
	const share = Math.min(1, page.processor / page.clock);
	return share < LEAST_SHARE ? null : share;
}
