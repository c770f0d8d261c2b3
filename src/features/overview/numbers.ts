import type { ScanOverview, ScanPage } from "#contract/scans.ts";
import type { Reading } from "#src/lib/data/account-view.ts";

/** How many running scans are listed; the rest is counted. */
const RUNNING_SHOWN = 5;

export type Numbers = {
	overview: ScanOverview;
	running: Pick<ScanPage, "scans" | "total">;
	/** The moment they are counted from, in milliseconds: when the newer part was read. */
	now: number;
};

/** Two readings as one: ready when both are, and as old as the older. */
export function numbersOf(overview: Reading<ScanOverview>, active: Reading<ScanPage>): Reading<Numbers> {
	const both = overview.data &&
		active.data && {
			overview: overview.data,
			running: { scans: active.data.scans.slice(0, RUNNING_SHOWN), total: active.data.total },
			now: Math.max(overview.dataUpdatedAt, active.dataUpdatedAt),
		};
	const paused = overview.fetchStatus === "paused" || active.fetchStatus === "paused";
	return {
		data: both,
		error: overview.error ?? active.error,
		dataUpdatedAt: Math.min(overview.dataUpdatedAt, active.dataUpdatedAt),
		fetchStatus: paused ? "paused" : overview.fetchStatus,
	};
}
