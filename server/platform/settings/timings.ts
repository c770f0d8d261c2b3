/** How often things happen, in milliseconds unless they say otherwise. */
export type Timings = {
	heartbeatMs: number;
	/** A running scan is taken back after this long without a heartbeat. */
	silenceMs: number;
	sweepMs: number;
	/** A pending scan's job is checked for after this long. */
	waitingMs: number;
	mailRetrySeconds: number;
	/** How often to look for the scan tools. */
	enginesMs: number;
	/** How often missing tools are reconsidered: Python may have been added, or the wait after a failure may be over. */
	installMs: number;
	/** How often to check for due schedules. */
	schedulesMs: number;
	/** How long the file store may take for one object. */
	storeMs: number;
	/** How often to check whether the file store is there. */
	storeAskedMs: number;
	/** How often objects that no file needs anymore are deleted from it. */
	looseObjectsMs: number;
	/** How often to look for messages that are due to webhooks. */
	webhooksMs: number;
	/** How often to look for work that is due in issue trackers. */
	ticketsMs: number;
	/** How long the provider of a company sign-in may take for one answer. */
	providerMs: number;
};

export const TIMINGS: Timings = {
	heartbeatMs: 3_000,
	silenceMs: 30_000,
	sweepMs: 5_000,
	waitingMs: 60_000,
	mailRetrySeconds: 30,
	enginesMs: 60_000,
	installMs: 5 * 60_000,
	schedulesMs: 15_000,
	storeMs: 8_000,
	storeAskedMs: 30_000,
	looseObjectsMs: 15 * 60_000,
	webhooksMs: 1_000,
	ticketsMs: 1_000,
	providerMs: 8_000,
};
