import type { FastifyInstance } from "fastify";
import { addListReports } from "./list-reports.ts";
import { addReadReportFile } from "./read-report-file.ts";
import type { ReportParts } from "./report-parts.ts";
import { addRequestReport } from "./request-report.ts";
import { addShareReport } from "./share-report.ts";
import { addSharedPages } from "./shared-pages.ts";

/** Reports of an account, and the pages their links lead to. */
export function addReports(app: FastifyInstance, parts: ReportParts): void {
	addListReports(app, parts);
	addRequestReport(app, parts);
	addReadReportFile(app, parts);
	addShareReport(app, parts);
	addSharedPages(app, parts);
}
