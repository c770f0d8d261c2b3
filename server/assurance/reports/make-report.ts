import { setImmediate as pause } from "node:timers/promises";
import { formatsOf, type ReportDetail, type ReportFormat, type ReportTemplate } from "#contract/reports/reports.ts";
import type { ReportDocument } from "#server/platform/paper/document/document.ts";
import { renderHtml } from "#server/platform/paper/document/render-html.ts";
import { sectionsInShort } from "#server/platform/paper/document/sections-in-short.ts";
import { letterheadOf } from "#server/platform/paper/letterhead.ts";
import { renderPdf } from "#server/platform/paper/pdf/render-pdf.ts";
import { ofOneClient } from "./data/clients.ts";
import type { ReportData } from "./data/report-data.ts";
import { csvFile } from "./files/csv-file.ts";
import { sarifFile } from "./files/sarif-file.ts";
import { complianceReport } from "./templates/compliance-report.ts";
import { executiveSummary } from "./templates/executive-summary.ts";
import { incidentResponse } from "./templates/incident-response.ts";
import { vulnerabilityAssessment } from "./templates/vulnerability-assessment.ts";

/** All the data of a report, one finding per line. Without the workspace's logo, which is not part of the data. */
export function jsonFile({ findings, workspace: { logo: _, ...workspace }, ...data }: ReportData): string {
	const rest = JSON.stringify({ format: "plumbline-report", version: 1, ...data, workspace });
	const lines = findings.map((finding) => JSON.stringify(finding)).join(",\n");
	return `${rest.slice(0, -1)},"findings":[\n${lines}\n]}\n`;
}

type ReportFiles = ReadonlyMap<ReportFormat, Buffer>;

const TEMPLATES: Record<ReportTemplate, (data: ReportData) => ReportDocument> = {
	"executive-summary": executiveSummary,
	"vulnerability-assessment": vulnerabilityAssessment,
	"compliance-report": complianceReport,
	"incident-response": incidentResponse,
};

export type MadeReport = {
	files: ReportFiles;
	sections: ReportDetail["sections"];
	/** Why the workspace's logo is not on it; null if it is, or if there is none. */
	logoLeftOut: string | null;
};

/** All files of a report, and a short version of its content. The same data gives the same bytes. */
export async function makeReport(gathered: ReportData, publicUrl: string): Promise<MadeReport> {
	const data = ofOneClient(gathered);
	const document = TEMPLATES[data.template](data);
	const { letterhead, logoLeftOut } = letterheadOf(data);
	const files = new Map<ReportFormat, Buffer>();
	for (const format of formatsOf(data.template)) {
		files.set(format, await fileOf(format));
		await pause();
	}
	return { files, sections: sectionsInShort(document), logoLeftOut };

	async function fileOf(format: ReportFormat): Promise<Buffer> {
		switch (format) {
			case "html":
				return Buffer.from(renderHtml(document, { publicUrl, letterhead }));
			case "pdf":
				return renderPdf(document, letterhead);
			case "csv":
				return Buffer.from(csvFile(data));
			case "json":
				return Buffer.from(jsonFile(data));
			case "sarif":
				return Buffer.from(sarifFile(data));
		}
	}
}
