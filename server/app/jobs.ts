import type { PgBoss } from "pg-boss";
import type { AccountId, ScanId } from "#contract/ids.ts";
import { isToolKind, SCAN_KINDS, type ScanKind, type ToolKind } from "#contract/kinds/kinds.ts";
import type { CodeMail, PartNotice, RespondentMail } from "#server/assurance/assessments/respondents/ports.ts";
import type { SignedMail } from "#server/assurance/assessments/signed-copies.ts";
import type { AccountMail } from "#server/identity/accounts/email/mail.ts";
import type { InvitationMail } from "#server/identity/workspaces/people/ports.ts";
import type { LeadMail } from "./leads/ports.ts";

/** A job names its scan and nothing more: the scan's row has what is true about it. */
type AboutScan = { scanId: ScanId };

/** Jobs that run a scan. Each tool has its own, so that a job comes only to workers that have the tool. */
export type ScanJob = "scan" | `scan-${ToolKind}`;
export const scanJob = (kind: ScanKind): ScanJob => (isToolKind(kind) ? `scan-${kind}` : "scan");

/** What each job carries. */
export type JobData = Record<ScanJob, AboutScan> & {
	/** Mails the end of a scan. */
	mail: AboutScan;
	/** `firstJobId`: the job that first tried to send it, if its mailbox had to wait. */
	"account-mail": AccountMail & { firstJobId?: string };
	"lead-mail": LeadMail;
	/** Mails an invitation to a workspace. `firstJobId`: as for emails about accounts. */
	"invitation-mail": InvitationMail & { firstJobId?: string };
	/** Mails a respondent their link. */
	"respondent-mail": RespondentMail & { firstJobId?: string };
	/** Mails a respondent a code. */
	"respondent-code": CodeMail & { firstJobId?: string };
	/** Tells the devices of the member who made a link that a section was sent; with `session`, one of them. */
	"part-notice": PartNotice & { session?: string };
	/** Mails a link to a signed copy. `firstJobId`: as for emails about accounts. */
	"signed-mail": SignedMail & { firstJobId?: string };
	/** Mails the member who added a webhook that it was switched off. */
	"webhook-mail": { webhookId: string };
	/** Mails an account what its scheduled scans changed. */
	digest: { accountId: AccountId };
	/** Tells an account's devices that a scan has ended; with `session`, one of them. */
	push: AboutScan & { session?: string };
	/** Makes a report. */
	report: { reportId: string };
	/** Deletes old data. */
	daily: object;
};
export type JobName = keyof JobData;

/** `jobId` is the same at every retry. A handler that rejects is run again later. */
export type JobHandler<N extends JobName> = (data: JobData[N], jobId: string) => Promise<void>;

type Job<N extends JobName> = {
	/** When a failed job is retried, and how long one may take. */
	queue: Parameters<PgBoss["updateQueue"]>[1];
	/** How many one process runs at once. Scans: as their engines say. */
	atOnce?: number;
	/** With a key, at most one job of this key waits or runs. */
	key?: (data: JobData[N]) => string;
	/** When it runs by itself, once over all processes. */
	cron?: string;
	/** What the log may say about one that failed. */
	about: (data: JobData[N], jobId: string) => object;
};

type JobOptions = {
	/** The longest that any scan may take. */
	scanLimitSeconds: number;
	mailRetrySeconds: number;
	/** A job whose process has not been heard of for this long is run again; at least 10. */
	silenceSeconds?: number | undefined;
};

const QUARTER_DAY = 21_600;

/** Every job there is. A new one is a line in `JobData`, an entry here, and its handler in worker.ts. */
export function createJobs({ scanLimitSeconds, mailRetrySeconds, silenceSeconds = 30 }: JobOptions): {
	[N in JobName]: Job<N>;
} {
	const aboutScan = ({ scanId }: AboutScan) => ({ scanId });
	// Of a job that can run twice at once without harm: a dead process must not keep it until it expires.
	const heartbeatSeconds = Math.max(10, Math.ceil(silenceSeconds));
	const mailQueue = {
		retryLimit: 30,
		retryDelay: mailRetrySeconds,
		retryBackoff: true,
		retryDelayMax: QUARTER_DAY,
		// Longer than a slow mail server can take, or a second try would begin beside the first.
		expireInSeconds: 300,
	};
	const scan: Job<ScanJob> = {
		// Retrying is the sweep's work (sweep.ts); pg-boss only covers a database that fails under a handler.
		queue: { retryLimit: 5, retryDelay: 1, expireInSeconds: scanLimitSeconds + 60, heartbeatSeconds },
		about: aboutScan,
	};
	return {
		...(Object.fromEntries(SCAN_KINDS.map((kind) => [scanJob(kind), scan])) as Record<ScanJob, Job<ScanJob>>),
		// Its scan is locked while it is sent (mail-store.ts).
		mail: { queue: { ...mailQueue, heartbeatSeconds }, atOnce: 2, about: aboutScan },
		"account-mail": {
			queue: mailQueue,
			atOnce: 2,
			about: ({ kind, firstJobId }, jobId) => ({ jobId: firstJobId ?? jobId, kind }),
		},
		"lead-mail": { queue: mailQueue, atOnce: 2, about: ({ leadId, to }) => ({ leadId, to }) },
		"invitation-mail": {
			queue: mailQueue,
			atOnce: 2,
			about: ({ invitationId }) => ({ invitationId }),
		},
		"respondent-mail": { queue: mailQueue, atOnce: 2, about: ({ respondentId }) => ({ respondentId }) },
		// The hash is of a token that may be anything.
		"respondent-code": { queue: mailQueue, atOnce: 2, about: (_, jobId) => ({ jobId }) },
		"part-notice": {
			queue: { ...mailQueue, retryLimit: 8, expireInSeconds: 60 },
			atOnce: 2,
			about: ({ respondentId, session }) => ({ respondentId, session }),
		},
		"signed-mail": {
			queue: mailQueue,
			atOnce: 2,
			about: ({ signOffId }) => ({ signOffId }),
		},
		"webhook-mail": { queue: mailQueue, atOnce: 2, about: ({ webhookId }) => ({ webhookId }) },
		digest: {
			queue: mailQueue,
			atOnce: 2,
			key: ({ accountId }) => accountId,
			about: (_, jobId) => ({ jobId }),
		},
		// A notification that is hours late is no news.
		push: {
			queue: { ...mailQueue, retryLimit: 8, expireInSeconds: 60 },
			atOnce: 2,
			about: ({ scanId, session }) => ({ scanId, session }),
		},
		// Its row counts the attempts (make-report.ts). One at a time: making one takes this process's own time.
		report: {
			queue: { retryLimit: 3, retryDelay: 1, expireInSeconds: 300 },
			atOnce: 1,
			about: ({ reportId }) => ({ reportId }),
		},
		daily: { queue: { retryLimit: 2, expireInSeconds: 600 }, cron: "17 3 * * *", about: () => ({}) },
	};
}
