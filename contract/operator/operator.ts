import * as z from "zod/mini";
import { givenPassword } from "#contract/accounts/accounts.ts";
import { atMost } from "#contract/at-most.ts";
import { scanId } from "#contract/ids.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import { pageFields } from "#contract/scans/scan-query.ts";
import { COMPANY_SIZES, CONTACT_ROLES, CONTACT_TIMELINES, INQUIRY_TYPES, type LeadKind } from "#contract/site/leads.ts";

const time = z.iso.datetime();
const kind = z.enum(SCAN_KINDS);
const count = z.int();

/** Why scans are stopped or a scan is ended. The people whose scans it affects read this. */
const reason = (missing: string) =>
	z
		.string(missing)
		.check(z.trim(), z.minLength(1, missing), atMost(300, "Please give the reason in at most 300 characters."));

/** A tool of one worker. `version` is null while it is not available. */
const workerTool = z.object({
	kind,
	status: z.enum(["available", "installing", "missing", "off", "unknown"]),
	version: z.nullable(z.string()),
});

/** How many jobs of one queue are in each state. */
const queueState = z.object({
	queue: z.string(),
	/** Can start now. */
	waiting: count,
	/** Start later. */
	delayed: count,
	running: count,
	/** Failed, and will be tried again. */
	retrying: count,
	/** Failed for good. Kept for a day. */
	failed: count,
	/** When the oldest one that waits or runs was queued; null if there is none. */
	oldestAt: z.nullable(time),
});
export type QueueState = z.infer<typeof queueState>;

/** `GET operator/overview/`. */
export const operatorOverview = z.object({
	/** Null while scans are accepted. */
	stop: z.nullable(z.object({ reason: z.string(), since: time })),
	serviceWorkerOff: z.boolean(),
	/** Workers that reported within the last minutes. */
	workers: z.array(
		z.object({
			id: z.uuid(),
			seenAt: time,
			/** How many scans it runs. */
			running: count,
			tools: z.array(workerTool),
		}),
	),
	scans: z.array(
		z.object({
			kind,
			waiting: count,
			running: count,
			oldestWaitingAt: z.nullable(time),
			/** When a worker last had the tool; null if none ever had. */
			toolSeenAt: z.nullable(time),
		}),
	),
	queues: z.array(queueState),
});
export type OperatorOverview = z.infer<typeof operatorOverview>;

/** Why a scan or a report waits or runs for too long. */
export const stuckReason = z.discriminatedUnion("why", [
	/** The operator has stopped all scans. */
	z.object({ why: z.literal("stopped"), reason: z.string() }),
	/** No worker reports. `lastSeenAt`: when one last did. */
	z.object({ why: z.literal("no-worker"), lastSeenAt: z.nullable(time) }),
	/** Workers report, but none has what this kind of scan needs. */
	z.object({ why: z.literal("no-tool"), lastSeenAt: z.nullable(time) }),
	/** Its account is at its limit of running scans. */
	z.object({ why: z.literal("account-turn"), running: count, limit: count }),
	/** Its host is already being scanned by as many tools as allowed. */
	z.object({ why: z.literal("target-turn"), host: z.string(), running: count, limit: count }),
	/** The worker that runs it does not report. `otherWorkers`: how many could take it over. */
	z.object({ why: z.literal("worker-silent"), since: time, otherWorkers: count }),
	/** It has exceeded its time limit. */
	z.object({ why: z.literal("too-slow"), limitSeconds: count }),
	/** Nothing is queued for it. A worker's next check queues it again. */
	z.object({ why: z.literal("no-job") }),
	/** It failed before and waits for its next try. */
	z.object({ why: z.literal("retrying"), nextTryAt: time }),
	/** The workers are busy with `running` others. */
	z.object({ why: z.literal("busy"), running: count }),
]);
export type StuckReason = z.infer<typeof stuckReason>;

const stuck = {
	/** Since when it could have started, or when it started. Waiting for a turn does not count. */
	since: time,
	/** How often it was started. */
	tries: count,
	/** Why it failed the last time; null if it has not. */
	lastFailure: z.nullable(z.string()),
	reason: stuckReason,
};

export const stuckScan = z.object({
	scanId,
	kind,
	target: z.string(),
	/** False for scans from the public form. */
	ofAccount: z.boolean(),
	status: z.enum(["pending", "running"]),
	...stuck,
});
export type StuckScan = z.infer<typeof stuckScan>;

export const stuckReport = z.object({ reportId: z.uuid(), template: z.string(), ...stuck });
export type StuckReport = z.infer<typeof stuckReport>;

/** `GET operator/stuck/`: the oldest first, at most 100 of each. */
export const stuckList = z.object({
	scans: z.array(stuckScan),
	/** Of all, including those not listed. */
	scanCount: count,
	reports: z.array(stuckReport),
	/** The same for reports. Older servers leave it out. */
	reportCount: z.optional(count),
});
export type StuckList = z.infer<typeof stuckList>;

/** `POST operator/scans/:scanId/end/`. */
export const scanEnd = z.strictObject({ reason: reason("Please say why this scan is ended.") });

/** Queues whose jobs send email. */
export const MAIL_QUEUES = ["mail", "account-mail", "lead-mail", "invitation-mail", "digest"] as const;
export type MailQueue = (typeof MAIL_QUEUES)[number];

/** Which failed jobs are listed: those that send email, or the others. */
export const failedJobQuery = z.object({ of: z.enum(["mail", "others"], "These are the lists: mail, others.") });
export type FailedJobQuery = z.infer<typeof failedJobQuery>;

export const failedJob = z.object({
	jobId: z.uuid(),
	queue: z.string(),
	/** What it is, within its queue; null if the queue says it all, or if this is no longer stored. */
	about: z.nullable(z.string()),
	state: z.enum(["retrying", "failed"]),
	/** How often it was tried. */
	tries: count,
	/** Null for one that failed for good. */
	nextTryAt: z.nullable(time),
	/** When it failed last, and why; null if unknown. */
	failedAt: z.nullable(time),
	reason: z.nullable(z.string()),
	/** Where the email goes, such as `a…@example.com`; null if it is not an email, or if this is no longer stored. */
	mailbox: z.nullable(z.string()),
	/** Whether it can be tried again now. */
	mayRetry: z.boolean(),
});
export type FailedJob = z.infer<typeof failedJob>;

/** `GET operator/jobs/`: jobs that failed and are tried again, or failed for good; at most 100. */
export const failedJobList = z.object({ jobs: z.array(failedJob), total: count });
export type FailedJobList = z.infer<typeof failedJobList>;

/** `POST operator/jobs/retry/`. */
export const jobRetry = z.strictObject({
	jobIds: z
		.array(z.uuid("This is not a job ID."), "Please name the jobs.")
		.check(z.minLength(1, "Please name the jobs."), z.maxLength(100, "At most 100 jobs at a time, please.")),
});

/** `retried`: how many are being tried now. The others have ended or are running. */
export const jobsRetried = z.object({ retried: count });

/** `POST operator/stop/`. */
export const scanStop = z.strictObject({
	reason: reason("Please say why scans are stopped. Everyone can read it."),
	/** Ends the scans of all accounts, so an unattended session is not enough. */
	current: givenPassword,
});

export type ScanStop = z.infer<typeof scanStop>;

/** `ending`: scans that are being ended. `later`: those that will end when their turn comes. */
export const scansStopped = z.object({ ending: count, later: count });
export type ScansStopped = z.infer<typeof scansStopped>;

/** `POST operator/service-worker/`. */
export const serviceWorkerSwitch = z.strictObject({ off: z.boolean("Please say whether it is switched off.") });

/** A host that asked not to be scanned. */
export const optOut = z.object({
	host: z.string(),
	until: time,
	/** These are not scanned under other names either. */
	addresses: z.array(z.string()),
});
export type OptOut = z.infer<typeof optOut>;
/** A cursor names a host, which has up to 253 characters. */
export const optOutQuery = z.object({
	...pageFields,
	cursor: z.optional(z.string().check(atMost(400, "This is not a cursor."))),
});
export type OptOutQuery = z.infer<typeof optOutQuery>;
/** `GET operator/opt-outs/`: by name. Servers from before paging leave out `next` and `total`. */
export const optOutList = z.object({
	optOuts: z.array(optOut),
	next: z.optional(z.nullable(z.string())),
	total: z.optional(count),
});
export type OptOutList = z.infer<typeof optOutList>;

export const OPT_OUT_DAYS = 365;
/** `POST operator/opt-outs/`. */
export const optOutRequest = z.strictObject({
	/** A host, an address, or a URL. */
	host: z
		.string("Please give a host.")
		.check(z.trim(), z.minLength(1, "Please give a host."), atMost(2_048, "That is too long for a host.")),
	days: z
		.int("Please give a number of days.")
		.check(z.minimum(1, "Please give at least one day."), z.maximum(3_650, "Please give at most 3650 days.")),
});
export type OptOutRequest = z.infer<typeof optOutRequest>;

export const LEAD_KINDS = ["contact", "demo", "newsletter", "waitlist"] as const satisfies readonly LeadKind[];
const leadKind = z.enum(LEAD_KINDS, "These are the kinds of leads: contact, demo, newsletter, waitlist.");

const leadFilter = { kind: z.optional(leadKind) };
export const leadQuery = z.object({ ...leadFilter, ...pageFields });
export type LeadQuery = z.infer<typeof leadQuery>;
export const leadExportQuery = z.object({
	...leadFilter,
	format: z.enum(["csv", "json"], "These are the formats: csv, json."),
});

const orNull = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema);

/** A form that a visitor sent. Fields that the form does not have, or that were left empty, are null. */
export const listedLead = z.object({
	id: z.uuid(),
	kind: leadKind,
	acceptedAt: time,
	/** When the link in the email was followed; null if it was not, and for messages, which have none. */
	confirmedAt: orNull(time),
	email: z.string(),
	name: orNull(z.string()),
	company: orNull(z.string()),
	role: orNull(z.enum(CONTACT_ROLES)),
	companySize: orNull(z.enum(COMPANY_SIZES)),
	inquiryType: orNull(z.enum(INQUIRY_TYPES)),
	timeline: orNull(z.enum(CONTACT_TIMELINES)),
	/** The preferred start of a demo, and the visitor's time zone. */
	startsAt: orNull(time),
	timeZone: orNull(z.string()),
	message: orNull(z.string()),
});
export type ListedLead = z.infer<typeof listedLead>;

/** `GET operator/leads/`: newest first. */
export const leadPage = z.object({ leads: z.array(listedLead), next: z.nullable(z.string()), total: count });
export type LeadPage = z.infer<typeof leadPage>;

export const auditQuery = z.object(pageFields);
export type AuditQuery = z.infer<typeof auditQuery>;

export const auditEntry = z.object({
	id: z.string(),
	at: time,
	what: z.string(),
	/** `anonymous`, an account's ID, or `operator` for the command on the server. */
	who: z.string(),
	/** The account's address, if it is an operator now. */
	operator: z.nullable(z.string()),
	/** The account's address; null if the account is gone, or if it was not an account. Older servers leave it out. */
	email: z.optional(z.nullable(z.string())),
	kind: z.nullable(z.string()),
	target: z.nullable(z.string()),
	detail: z.string(),
	/** The network address; deleted after seven days. */
	address: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** `GET operator/audit/`: newest first. It grows forever, so there is no count. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.nullable(z.string()) });
export type AuditPage = z.infer<typeof auditPage>;
