import type { Asset, AssetList } from "#contract/findings/assets.ts";
import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import type { ScanOverview, ScanPage } from "#contract/scans/scans.ts";
import type { Reading } from "#src/lib/data/account-view.ts";

/** How many running scans are listed; the rest is counted. */
const RUNNING_SHOWN = 5;

/** What the overview needs of a host. */
export type HostFacts = Pick<Asset, "host" | "claim" | "evaluation">;

export type Numbers = {
	overview: ScanOverview;
	running: Pick<ScanPage, "scans" | "total">;
	findings: FindingOverview;
	hosts: readonly HostFacts[];
	/** The time they refer to, in milliseconds: when the newest part was read. */
	now: number;
};

type Readings = {
	overview: Reading<ScanOverview>;
	active: Reading<ScanPage>;
	findings: Reading<FindingOverview>;
	assets: Reading<AssetList>;
};

/** Combines several readings: ready when all are, and as old as the oldest. Contradictory numbers are worse than late ones. */
export function numbersOf({ overview, active, findings, assets }: Readings): Reading<Numbers> {
	const all = [overview, active, findings, assets];
	const ages = all.map(({ dataUpdatedAt }) => dataUpdatedAt);
	const isFetch = (status: Reading<unknown>["fetchStatus"]) => all.some(({ fetchStatus }) => fetchStatus === status);
	return {
		data: overview.data &&
			active.data &&
			findings.data &&
			assets.data && {
				overview: overview.data,
				running: { scans: active.data.scans.slice(0, RUNNING_SHOWN), total: active.data.total },
				findings: findings.data,
				hosts: assets.data.assets,
				now: Math.max(...ages),
			},
		error: all.find(({ error }) => error)?.error ?? null,
		dataUpdatedAt: Math.min(...ages),
		fetchStatus: isFetch("paused") ? "paused" : isFetch("fetching") ? "fetching" : "idle",
	};
}
