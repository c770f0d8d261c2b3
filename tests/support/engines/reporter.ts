import { expect } from "vitest";
import {
	type ReportDetail,
	type ReportFormat,
	type ReportRequest,
	reportAccepted,
	reportDetail,
} from "#contract/reports/reports.ts";
import type { TestServer } from "../server/test-server.ts";
import { until } from "../until.ts";
import { createFinder, type Finder } from "./finder.ts";

export type Reporter = Finder & {
	/** Its id. */
	ask(request?: Partial<ReportRequest>, headers?: Record<string, string>): Promise<string>;
	/** Requests a report and waits until it is finished. */
	report(request?: Partial<ReportRequest>): Promise<ReportDetail>;
	readReport(reportId: string): Promise<ReportDetail>;
	file(reportId: string, format: ReportFormat): Promise<Response>;
	share(reportId: string, days?: number): Promise<{ url: string; id: string }>;
};

/** A signed-in account that has reports created. */
export async function createReporter(server: TestServer): Promise<Reporter> {
	const finder = await createFinder(server);
	const { call } = finder;
	const ask: Reporter["ask"] = async (request, headers = {}) => {
		const body = { template: "executive-summary", hosts: [], clients: [], ...request };
		const response = await call("requestReport", { body, headers });
		expect(response.status, await response.clone().text()).toBe(202);
		return reportAccepted.parse(await response.json()).receipt.reportId;
	};
	const readReport = async (reportId: string) => {
		const response = await call("readReport", { params: { reportId } });
		expect(response.status).toBe(200);
		return reportDetail.parse(await response.json());
	};
	return {
		...finder,
		ask,
		readReport,
		async report(request) {
			const id = await ask(request);
			return until(async () => {
				const detail = await readReport(id);
				return detail.report.status === "generating" ? undefined : detail;
			}, "the report is made");
		},
		file: (reportId, format) => call("readReportFile", { params: { reportId, format } }),
		async share(reportId, days = 1) {
			const response = await call("shareReport", { params: { reportId }, body: { days } });
			expect(response.status, await response.clone().text()).toBe(201);
			const { url, share } = await response.json();
			return { url, id: share.id };
		},
	};
}
