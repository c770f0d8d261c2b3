import type { ScanFilter } from "#contract/scans/scan-query.ts";
import { filterQuery, readFilter } from "#src/lib/scans/scan-filter.ts";
import { listAddress, oneOf } from "#src/ui/hooks/list-address.ts";

const TABS = ["active", "history", "scheduled"] as const;
const tabs = listAddress({ tab: oneOf(TABS, "active") });

/** The tab, and the filter of the lists. */
type ScansAddress = ReturnType<typeof tabs.readAddress> & { filter: ScanFilter };

export const readAddress = (query: URLSearchParams): ScansAddress => ({
	...tabs.readAddress(query),
	filter: readFilter(query),
});

export const writeAddress = ({ tab, filter }: ScansAddress): URLSearchParams =>
	new URLSearchParams([...filterQuery(filter), ...tabs.writeAddress({ tab })]);
