import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { ReportFilter, ReportPage } from "#contract/reports.ts";
import { sampleReports } from "#src/content/sample-reports.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { usePagedList } from "#src/lib/data/use-paged-list.ts";
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

/**
 * The reports that pass a filter. Where all there is has been read, or no more can be read now, they are looked for among
 * those here, also without a network; else the server looks.
 */
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
	const samples = useMemo(() => sampleReports.filter((report) => matchesReport(report, filter)), [filter]);
	const passing = useCallback(
		({ reports }: ReportPage) => (far ? reports : reports.filter((report) => matchesReport(report, filter))),
		[far, filter],
	);
	const list = usePagedList(far ? found : all, samples, passing);
	const { view } = list;
	// The server counts what it was asked for: those looked for here are counted here.
	if (view.status !== "shown" || far || !filtered) return list;
	return { ...list, view: { ...view, total: view.items.length } };
}
