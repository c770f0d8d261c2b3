import type { Logger } from "../logger.ts";
import { FINDINGS_LIMIT } from "../reports/data/report-data.ts";
import { makeReport } from "../reports/make-report.ts";
import type { ReportWork } from "../reports/ports.ts";
import type { JobHandler } from "./jobs.ts";

type World = {
	reports: ReportWork;
	/** Where reports say they were made. */
	publicUrl: string;
	log: Logger;
};

/** Begun so often and not ended once: something about this report breaks its making. */
const ATTEMPTS = 3;
/** A busy machine may take its time, as long as it says so. */
const HEARTBEAT_MS = 15_000;

const TOO_MANY = `More than ${FINDINGS_LIMIT.toLocaleString("en-US")} findings are in its scope, too many for one report. Please ask for fewer hosts or a shorter period.`;
const BROKEN =
	"It could not be made, though it was tried several times. Please ask for it again; if it stays, tell us its name.";

/** Makes one report: its data, its files, and its row's end, whatever that is. What is done already is left alone. */
export function createMakeReport({ reports, publicUrl, log }: World): JobHandler<"report"> {
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
			await reports.complete(reportId, await makeReport(data, publicUrl));
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
