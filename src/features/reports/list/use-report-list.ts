import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ReportFilter, ReportPage, ReportSummary } from "#contract/reports/reports.ts";
import { sampleReports } from "#src/content/samples/sample-reports.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useFoundList } from "#src/lib/data/lists/use-found-list.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { reportListQuery } from "#src/lib/reports/reports-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { matchesReport } from "./report-filter.ts";
import { beingMade, reportNews } from "./report-news.ts";

/** Announces when a report is ready or has failed, even if the list does not show it. `pages`: all reports read so far. */
function useReportNews(pages: readonly ReportPage[] | undefined): void {
	const making = useRef<ReadonlySet<string>>(new Set());
	useEffect(() => {
		if (!pages) return;
		const reports = pages.flatMap((page) => page.reports);
		for (const telling of reportNews(making.current, reports)) notify(telling).catch(() => undefined);
		making.current = beingMade(reports);
	}, [pages]);
}

const reportsIn = ({ reports }: ReportPage) => reports;

/** The reports that pass a filter, also offline. */
export function useReportList(filter: ReportFilter) {
	const account = useAccount();
	const { scope } = useScope();
	const online = useOnline();
	const enabled = account.status === "known" && !account.locked;
	const all = useInfiniteQuery({ ...reportListQuery({}, scope), enabled });
	useReportNews(all.data?.pages);
	const filtered = Object.keys(filter).length > 0;
	const far = filtered && online && all.hasNextPage;
	const found = useInfiniteQuery({
		...reportListQuery(filter, scope),
		enabled: enabled && far,
		placeholderData: keepPreviousData,
	});
	const matches = useCallback((report: ReportSummary) => matchesReport(report, filter), [filter]);
	const samples = useMemo(() => sampleReports.filter(matches), [matches]);
	return useFoundList({ all, found, far, filtered, samples, itemsOf: reportsIn, matches });
}
