import { TIMINGS, type Timings } from "#server/platform/settings/timings.ts";

/** The product's timings, about ten times as fast. */
export const FAULT_TIMINGS: Timings = {
	...TIMINGS,
	heartbeatMs: 300,
	silenceMs: 4_000,
	sweepMs: 600,
	waitingMs: 4_000,
	mailRetrySeconds: 1,
	enginesMs: 2_000,
	schedulesMs: 5_000,
};
