import type { Base } from "#server/platform/base.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Findings } from "../findings/wire.ts";
import { createAccountReports } from "./store/account-report-store.ts";
import { createReportWork } from "./store/account-report-work.ts";
import type { ReadFrameworks } from "./store/report-compliance.ts";
import { createReportStore } from "./store/report-store.ts";

/** Reports of single scans, which emails link to, and reports that accounts request. */
export function wireReports(
	{ deps: { now }, pool, walled, queue }: Base,
	{ listAssets }: Findings,
	readFrameworks: ReadFrameworks,
) {
	const send = (reportId: string, through: Executor) => queue.send("report", { reportId }, { through });
	return {
		ofScans: createReportStore(pool),
		ofAccounts: createAccountReports(pool, walled, send, now),
		work: createReportWork(pool, { send, listAssets, readFrameworks, now }),
	};
}
