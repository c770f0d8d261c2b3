import { useEffect, useRef } from "react";
import type { ReportPage } from "#contract/reports.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { beingMade, reportNews } from "./report-news.ts";

/** Announces when a report is ready or has failed, even if the list does not show it. `pages`: all reports read so far. */
export function useReportNews(pages: readonly ReportPage[] | undefined): void {
	const making = useRef<ReadonlySet<string>>(new Set());
	useEffect(() => {
		if (!pages) return;
		const reports = pages.flatMap((page) => page.reports);
		for (const telling of reportNews(making.current, reports)) notify(telling).catch(() => undefined);
		making.current = beingMade(reports);
	}, [pages]);
}
