import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScanFilter } from "#contract/scan-query.ts";
import { sampleScans } from "#src/content/samples.ts";
import { matchesFilter } from "#src/lib/scan-filter.ts";
import { scanListQuery } from "#src/lib/scans-api.ts";
import { useAccount } from "#src/ui/use-account.ts";
import { useOnline } from "#src/ui/use-online.ts";
import { listView } from "./list-view.ts";

/** One tab's scans. `more` reads the next page, null when there is none or it is on its way. */
export function useScanList(filter: ScanFilter) {
	const account = useAccount();
	const online = useOnline();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({ ...scanListQuery(filter), enabled });
	const { data, error, dataUpdatedAt, fetchStatus } = query;
	const samples = useMemo(() => sampleScans.filter((scan) => matchesFilter(scan, filter)), [filter]);
	const view = useMemo(
		() => listView(account, samples, { data, error, dataUpdatedAt, fetchStatus }, online),
		[account, samples, data, error, dataUpdatedAt, fetchStatus, online],
	);
	const may = query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
	return {
		view,
		more: may ? () => void query.fetchNextPage() : null,
		/** The next page could not be read; this tries again. */
		again: query.isFetchNextPageError && !query.isFetching ? () => void query.fetchNextPage() : null,
		retry: () => void query.refetch(),
	};
}
