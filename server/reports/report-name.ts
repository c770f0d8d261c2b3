import { dayText } from "#contract/format/time.ts";
import type { ReportRequest, ReportTemplate } from "#contract/reports.ts";
import type { ReportClient } from "./data/report-data.ts";
import { namedClient } from "./letterhead.ts";

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

/** What tabs and files call it: with its client's name, unless that is in its name already. */
export function nameWithClient(name: string, client: Pick<ReportClient, "name" | "own"> | null): string {
	if (client === null || client.own) return name;
	const whom = namedClient(client);
	return name.toLowerCase().includes(whom.toLowerCase()) ? name : `${whom}: ${name}`;
}
