import { useEffect, useRef } from "react";
import type { ReportPage } from "#contract/reports.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { beingMade, reportNews } from "./report-news.ts";

/** Tells, also those who do not see it in the list, when a report is ready or has failed. `pages`: of all reports, as far as read. */
export function useReportNews(pages: readonly ReportPage[] | undefined): void {
	const making = useRef<ReadonlySet<string>>(new Set());
	useEffect(() => {
		if (!pages) return;
		const reports = pages.flatMap((page) => page.reports);
		for (const telling of reportNews(making.current, reports)) notify(telling).catch(() => undefined);
		making.current = beingMade(reports);
	}, [pages]);
}
