import type { ScanFilter } from "#contract/scans/scan-query.ts";
import { filterQuery, readFilter } from "#src/lib/scans/scan-filter.ts";

const TABS = ["active", "history", "scheduled"] as const;
type TabName = (typeof TABS)[number];

/** What the screen's address says: the tab, and what the lists are filtered by. */
export type ScansAddress = { tab: TabName; filter: ScanFilter };

/** Anything but what we write is the first view. */
export function readAddress(query: URLSearchParams): ScansAddress {
	const tab = TABS.find((name) => name === query.get("tab")) ?? "active";
	return { tab, filter: readFilter(query) };
}

/** The first view has no query. */
export function writeAddress({ tab, filter }: ScansAddress): URLSearchParams {
	const query = filterQuery(filter);
	if (tab !== "active") query.set("tab", tab);
	return query;
}
