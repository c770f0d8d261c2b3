import type { ReportFilter, ReportSummary } from "#contract/reports/reports.ts";
import { typeOf } from "../report-labels.ts";

/** Whether a list with this filter holds a report, as the server would say. */
export function matchesReport(report: ReportSummary, { category, q }: ReportFilter): boolean {
	if (category && report.category !== category) return false;
	const wanted = q?.trim().toLowerCase();
	return !wanted || [report.name, typeOf(report), report.createdBy].some((text) => text.toLowerCase().includes(wanted));
}
