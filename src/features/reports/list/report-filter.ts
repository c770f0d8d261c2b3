import type { ReportFilter, ReportSummary } from "#contract/reports/reports.ts";
import { typeOf } from "../report-labels.ts";

/** Whether a list with this filter includes a report, by the server's rules. */
export function matchesReport(report: ReportSummary, { category, q }: ReportFilter): boolean {
	if (category && report.category !== category) return false;
	const wanted = q?.trim().toLowerCase();
	return !wanted || [report.name, typeOf(report), report.createdBy].some((text) => text.toLowerCase().includes(wanted));
}
