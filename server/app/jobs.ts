import { partNoticeJob } from "#server/assurance/assessments/jobs/send-part-notice.ts";
import { respondentCodeJob, respondentMailJob } from "#server/assurance/assessments/jobs/send-respondent-mail.ts";
import { signedMailJob } from "#server/assurance/assessments/jobs/send-signed-mail.ts";
import { earlierScansJob } from "#server/assurance/controls/jobs/record-earlier-scans.ts";
import { digestJob } from "#server/assurance/findings/digests/jobs/send-digest.ts";
import { reportJob } from "#server/assurance/reports/jobs/make-report.ts";
import { scanMailJob } from "#server/assurance/reports/jobs/send-scan-mail.ts";
import { accountMailJob } from "#server/identity/accounts/jobs/send-account-mail.ts";
import { invitationMailJob } from "#server/identity/workspaces/people/jobs/send-invitation-mail.ts";
import { webhookMailJob } from "#server/integrations/webhooks/jobs/send-webhook-mail.ts";
import type { JobOptions, Jobs } from "#server/platform/jobs/jobs.ts";
import { scanJobs } from "#server/scanning/scans/jobs/scan-jobs.ts";
import { pushJob } from "#server/scanning/scans/jobs/send-push.ts";
import { leadMailJob } from "./leads/jobs/send-lead-mail.ts";

/** Every job. A new one is declared beside the code that runs it, and listed here and in worker.ts, which runs it. */
export const createJobs = (options: JobOptions): Jobs => ({
	...scanJobs(options),
	mail: scanMailJob(options),
	"account-mail": accountMailJob(options),
	"lead-mail": leadMailJob(options),
	"invitation-mail": invitationMailJob(options),
	"respondent-mail": respondentMailJob(options),
	"respondent-code": respondentCodeJob(options),
	"part-notice": partNoticeJob(options),
	"signed-mail": signedMailJob(options),
	"webhook-mail": webhookMailJob(options),
	digest: digestJob(options),
	push: pushJob(options),
	report: reportJob,
	"earlier-scans": earlierScansJob,
	daily: { queue: { retryLimit: 2, expireInSeconds: 600 }, cron: "17 3 * * *", about: () => ({}) },
});
