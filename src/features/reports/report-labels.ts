import type { ReportFormat, ReportSummary } from "#contract/reports/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";

/** The type of a report, as shown in lists and the search. */
export const typeOf = ({ template }: Pick<ReportSummary, "template">): string => TEMPLATES[template].name;

/** The origin of a report that came with a client's file. Untrusted text. */
export const cameFrom = (workspace: string): string => `From ${workspace.trim() || "another workspace"}`;

export const FORMAT_LABELS: Record<ReportFormat, string> = {
	html: "HTML, to read in a browser",
	pdf: "PDF, to hand over or print",
	csv: "CSV, for spreadsheets",
	json: "JSON, for programs",
	sarif: "SARIF, for development tools",
};
