import type { ReportSummary } from "#contract/reports/reports.ts";
import type { OutcomeText } from "#src/lib/outbox/outcome-text.ts";

/** The outcome of reports that were in progress at the last check. Their ids are in `making`. */
export function reportNews(making: ReadonlySet<string>, reports: readonly ReportSummary[]): OutcomeText[] {
	return reports
		.filter(({ id, status }) => making.has(id) && status !== "generating")
		.map(({ name, status, failure }) =>
			status === "completed"
				? { title: "The report is ready", text: name }
				: { title: "The report was not made", text: `${name}. ${failure ?? ""}`.trim() },
		);
}

/** The reports in progress. */
export const beingMade = (reports: readonly ReportSummary[]): ReadonlySet<string> =>
	new Set(reports.filter(({ status }) => status === "generating").map(({ id }) => id));
