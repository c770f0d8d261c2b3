// Loaded into the measured server with `--import`: on SIGUSR2 it writes how late the event loop was since the last time.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** A sample is taken this often, so an idle event loop shows about this much. */
const RESOLUTION_MS = 5;

const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
lag.enable();
process.on("SIGUSR2", () => {
	const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
	const text = JSON.stringify({ p50: late(lag.percentile(50)), p99: late(lag.percentile(99)), max: late(lag.max) });
	lag.reset();
	if (process.env.LAG_FOLDER) writeFileSync(`${process.env.LAG_FOLDER}/${process.pid}`, text);
});
