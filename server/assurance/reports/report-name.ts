import { dayText } from "#contract/format/time.ts";
import type { ReportRequest, ReportTemplate } from "#contract/reports/reports.ts";

/** What each template is called. */
export const TEMPLATE_NAMES: Record<ReportTemplate, string> = {
	"executive-summary": "Executive Summary",
	"vulnerability-assessment": "Vulnerability Assessment",
	"compliance-report": "Compliance Report",
	"incident-response": "Incident Response",
};

/** A report's name: as it was given, or the template's with the day. */
export const reportName = ({ template, name }: Pick<ReportRequest, "template" | "name">, at: Date): string =>
	name || `${TEMPLATE_NAMES[template]}, ${dayText(at, "utc")}`;

/** What tabs and files call it: with the name of the client it is about, unless the name already includes it. */
export const nameWithClient = (name: string, client: string | null): string =>
	client === null || name.toLowerCase().includes(client.toLowerCase()) ? name : `${client}: ${name}`;
