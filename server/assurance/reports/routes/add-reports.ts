import type { FastifyInstance } from "fastify";
import { addListReports } from "./list-reports.ts";
import { addReadReportFile } from "./read-report-file.ts";
import type { ReportDeps } from "./report-deps.ts";
import { addRequestReport } from "./request-report.ts";
import { addShareReport } from "./share-report.ts";
import { addSharedPages } from "./shared-pages.ts";

/** Reports of an account, and the pages their links lead to. */
export function addReports(app: FastifyInstance, deps: ReportDeps): void {
	addListReports(app, deps);
	addRequestReport(app, deps);
	addReadReportFile(app, deps);
	addShareReport(app, deps);
	addSharedPages(app, deps);
}
