import type { Job, JobHandler } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { FINDINGS_LIMIT } from "../data/report-data.ts";
import { makeReport } from "../make-report.ts";
import type { ReportWork } from "../store/account-report-work.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Creates a report. */
		report: { reportId: string };
	}
}

/** Its row counts the attempts. One at a time: creating one takes this process's own time. */
export const reportJob: Job<"report"> = {
	queue: { retryLimit: 3, retryDelay: 1, expireInSeconds: 300 },
	atOnce: 1,
	about: ({ reportId }) => ({ reportId }),
};

type MakeReportDeps = {
	reports: ReportWork;
	/** The server that reports name as their source. */
	publicUrl: string;
	log: Logger;
};

/** After this many unfinished attempts, the report itself must be what breaks them. */
const ATTEMPTS = 3;
/** A busy machine may take its time, as long as it keeps sending heartbeats. */
const HEARTBEAT_MS = 15_000;

const TOO_MANY = `More than ${FINDINGS_LIMIT.toLocaleString("en-US")} findings are in its scope, too many for one report. Please choose fewer hosts or a shorter period.`;
const BROKEN =
	"It could not be made, even though we tried several times. Please request it again. If that fails too, tell us its name.";

/** Creates one report: gathers its data, writes its files, and ends its row either way. Leaves finished reports alone. */
export function createMakeReport({ reports, publicUrl, log }: MakeReportDeps): JobHandler<"report"> {
	return async ({ reportId }) => {
		const asked = await reports.begin(reportId);
		if (!asked) return;
		if (asked.attempts > ATTEMPTS) return reports.fail(reportId, BROKEN);
		const beating = setInterval(() => {
			reports
				.keep(reportId)
				.catch((error) => log.warn({ reportId, error }, "could not say that a report is being made"));
		}, HEARTBEAT_MS);
		try {
			const data = await reports.gather(asked);
			if (data === "too_many") return await reports.fail(reportId, TOO_MANY);
			const { logoLeftOut, ...made } = await makeReport(data, publicUrl);
			if (logoLeftOut !== null) log.warn({ reportId, because: logoLeftOut }, "a logo was left out of a report");
			await reports.complete(reportId, made);
			log.info({ reportId, template: data.template, findings: data.findings.length }, "report made");
		} catch (error) {
			if (asked.attempts >= ATTEMPTS) {
				log.error({ reportId, error }, "report failed");
				return reports.fail(reportId, BROKEN);
			}
			await reports.giveBack(reportId);
			throw error;
		} finally {
			clearInterval(beating);
		}
	};
}
