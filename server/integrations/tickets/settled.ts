import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import type { Issue } from "./issue.ts";

/** The outcome of a try. */
export type Settled =
	| { ok: true; remote: "open" | "closed" | "told"; issue: Issue }
	| {
			ok: false;
			problem: TrackerProblem;
			code: number | null;
			detail: string;
			/** Whether something may have been done anyway. */
			isUnsure: boolean;
			/** Null if we give up. */
			nextAt: Date | null;
			/** The tracker wants no requests until then; null if it did not say so. */
			pausedUntil: Date | null;
	  };
