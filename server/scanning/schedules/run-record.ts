import type { ScanId } from "#contract/ids.ts";

/** How a run went, as it is stored. The scan's own row has the rest. */
export type RunOutcome = { at: Date; plannedAt: Date | null } & (
	| { outcome: "started"; scanId: ScanId }
	| { outcome: "skipped" }
	| { outcome: "refused"; code: string; message: string }
	| { outcome: "missed" }
);

/** A schedule after its due run. */
export type RunRecord = {
	run: RunOutcome;
	/** How many runs were missed, this one included if it was. */
	missed: number;
	/** Undefined if there is no next run; then the schedule is done. */
	next: Date | undefined;
};
