import type { Config } from "#server/platform/settings/config.ts";

/** What the pages' process sends to the worker process. The end of the channel means: hand back your scans and end. */
export type ToWorker =
	/** The first message. It carries the database's password, which command lines and environments show to others. */
	| { type: "begin"; config: Config }
	/** Install missing scan tools from now on. */
	| { type: "add-tools" };

export type FromWorker =
	/** It is running jobs from now on. */
	| { type: "ready"; facts: [label: string, text: string][]; practicePorts: number[] }
	/** It cannot start, for a reason that the operator can change. */
	| { type: "refused"; why: string };
