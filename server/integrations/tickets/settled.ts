import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import type { Issue } from "./issue.ts";

/** What came of a try. */
export type Settled =
	| { ok: true; remote: "open" | "closed" | "told"; issue: Issue }
	| {
			ok: false;
			problem: TrackerProblem;
			code: number | null;
			detail: string;
			/** Whether something may have been done all the same. */
			isUnsure: boolean;
			/** Null if it is given up. */
			nextAt: Date | null;
			/** The tracker wants to hear nothing until then; null if it did not say so. */
			pausedUntil: Date | null;
	  };
