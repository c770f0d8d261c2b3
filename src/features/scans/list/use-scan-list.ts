import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ScanFilter } from "#contract/scans/scan-query.ts";
import type { ScanPage } from "#contract/scans/scans.ts";
import { sampleScans } from "#src/content/samples/samples.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { matchesFilter } from "#src/lib/scans/scan-filter.ts";
import { scanListQuery } from "#src/lib/scans/scans-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

const scansOf = ({ scans }: ScanPage) => scans;

/** One tab's scans. */
export function useScanList(filter: ScanFilter) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({ ...scanListQuery(filter, scope), enabled });
	const samples = useMemo(() => sampleScans.filter((scan) => matchesFilter(scan, filter)), [filter]);
	return usePagedList(query, samples, scansOf);
}
