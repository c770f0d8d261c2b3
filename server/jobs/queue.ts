import { PgBoss } from "pg-boss";
import type { AccountId, ScanId } from "#contract/ids.ts";
import { SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans.ts";
import type { AccountMail } from "../accounts/email/mail.ts";
import type { SendAccountMail } from "../db/accounts/account-store.ts";
import type { SendLeadMail } from "../db/mail/lead-store.ts";
import type { SendReportJob } from "../db/reports/account-report-store.ts";
import type { SendJob } from "../db/scans/scan-store.ts";
import type { LeadMail } from "../leads/ports.ts";
import type { PushJob } from "./send-push.ts";

/** A job says which scan it is about and nothing more: what is true about the scan stands in its row. */
type ScanJob = { scanId: ScanId };

/** `firstJobId`: of the job that first tried to send it, where its mailbox had to wait. */
type AccountMailJob = AccountMail & { firstJobId?: string };

/** `jobId` is the same at every try, however often the mail is put off. */
type SendsAccountMail = (mail: AccountMail, jobId: string) => Promise<void>;

type SendsDigest = (accountId: AccountId, jobId: string) => Promise<void>;

export type Queue = {
	send: SendJob;
	sendAccountMail: SendAccountMail;
	sendLeadMail: SendLeadMail;
	sendPush(job: PushJob): Promise<void>;
	sendReport: SendReportJob;
	/** Queues a mail job that is not to begin before so many seconds have passed. */
	sendMailLater(scanId: ScanId, seconds: number): Promise<void>;
	/** Likewise. `jobId`: by which its handler knows it, so that a code which an earlier try made can be replaced. */
	sendAccountMailLater(mail: AccountMail, jobId: string, seconds: number): Promise<void>;
	/** Likewise. */
	sendLeadMailLater(mail: LeadMail, seconds: number): Promise<void>;
	/** Queues an account's digest, unless one waits or is being sent. */
	sendDigest(accountId: AccountId): Promise<void>;
	/** Whether a job for this scan waits to be run. */
	hasWaiting(scanId: ScanId): Promise<boolean>;
	/** Begins to run jobs, scans once it is told their kinds; a handler that rejects is run again later, with back-off. */
	work(handlers: {
		scan(scanId: ScanId): Promise<void>;
		mail(scanId: ScanId): Promise<void>;
		accountMail: SendsAccountMail;
		leadMail(mail: LeadMail): Promise<void>;
		digest: SendsDigest;
		push(job: PushJob): Promise<void>;
		report(reportId: string): Promise<void>;
	}): Promise<void>;
	/** From now on runs scans of these kinds alone: those whose tools are here. What runs goes on. */
	runKinds(kinds: readonly ScanKind[]): Promise<void>;
	/** Takes no more jobs; what runs goes on. */
	rest(): Promise<void>;
	/** Runs `task` once a day over all processes together. */
	daily(task: () => Promise<void>): Promise<void>;
	/** Waits for running handlers, at most so long. */
	stop(timeoutMs: number): Promise<void>;
};

type QueueOptions = {
	databaseUrl: string;
	/** Whether this process runs jobs, or only queues them. */
	works: boolean;
	scanLimitSeconds: number;
	/** How many scans of one account run at once, over all processes: its thousand must not hold up another one's one. */
	scansPerAccount: number;
	mailRetrySeconds: number;
	onError: (error: Error) => void;
};

/**
 * How many scans of each kind one process runs at once. Our own mostly wait for their target, so that a few that never answer
 * must not hold up everybody else; tools take memory, ZAP most of all.
 */
const AT_ONCE: Readonly<Record<ScanKind, number>> = { combined: 16, sslyze: 8, nmap: 4, wapiti: 3, zap: 1 };
/** A queue for each tool, so that a job comes only to workers that have it. */
const scanQueue = (kind: ScanKind) => (kind === "combined" ? "scan" : `scan-${kind}`);
const MAILS_AT_ONCE = 2;
const PUSHES_AT_ONCE = 2;
const QUARTER_DAY = 21_600;
const DAILY = "17 3 * * *";

/** pg-boss: jobs are rows of our own database, so they commit together with what they are about. */
export async function createQueue(options: QueueOptions): Promise<Queue> {
	const { works, onError } = options;
	const boss = new PgBoss({
		connectionString: options.databaseUrl,
		application_name: "plumbline-jobs",
		max: 6,
		useListenNotify: works,
		supervise: works,
		schedule: works,
		// Its tables belong to another role (install-queue.ts).
		migrate: false,
		reindex: false,
	});
	boss.on("error", onError);
	await boss.start();

	const define = async (name: string, queue: Parameters<PgBoss["updateQueue"]>[1]) => {
		await boss.createQueue(name);
		await boss.updateQueue(name, { ...queue, notify: true, deleteAfterSeconds: 86_400 });
	};
	// Trying again is the sweep's work (server/jobs/sweep.ts); pg-boss only covers a database that fails under a handler.
	for (const kind of SCAN_KINDS) {
		const expireInSeconds = options.scanLimitSeconds + 60;
		await define(scanQueue(kind), { retryLimit: 5, retryDelay: 1, expireInSeconds });
	}
	const mailQueue = {
		retryLimit: 30,
		retryDelay: options.mailRetrySeconds,
		retryBackoff: true,
		retryDelayMax: QUARTER_DAY,
		// Longer than a slow mail server can take, or a second try would begin beside the first.
		expireInSeconds: 300,
	};
	await define("mail", mailQueue);
	await define("account-mail", mailQueue);
	await define("lead-mail", mailQueue);
	// One at a time for each account.
	await boss.createQueue("digest", { policy: "exclusive" });
	await define("digest", mailQueue);
	// What is hours old is no news.
	await define("push", { ...mailQueue, retryLimit: 8, expireInSeconds: 60 });
	// Trying again is its row's matter too (server/jobs/make-report.ts).
	await define("report", { retryLimit: 3, retryDelay: 1, expireInSeconds: 300 });
	await define("daily", { retryLimit: 2, expireInSeconds: 600 });

	const polling = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 } as const;
	const each = (run: (scanId: ScanId) => Promise<void>) => async (jobs: { data: ScanJob }[]) => {
		for (const { data } of jobs) await run(data.scanId);
	};

	const running = new Set<ScanKind>();
	let runScan: ((scanId: ScanId) => Promise<void>) | undefined;
	let resting = false;

	return {
		async send(queue, scanId, through, scan) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send(
				queue === "scan" ? scanQueue(scan?.kind ?? "combined") : queue,
				{ scanId },
				{
					db: { executeSql },
					...(scan?.account && { group: { id: scan.account } }),
					...(scan?.afterSeconds && { startAfter: scan.afterSeconds }),
				},
			);
		},
		async runKinds(kinds) {
			if (!runScan || resting) return;
			for (const kind of SCAN_KINDS) {
				const name = scanQueue(kind);
				if (running.has(kind) && !kinds.includes(kind)) {
					running.delete(kind);
					await boss.offWork(name, { wait: false });
				} else if (!running.has(kind) && kinds.includes(kind)) {
					running.add(kind);
					const turns = { localConcurrency: AT_ONCE[kind], groupConcurrency: options.scansPerAccount };
					await boss.work<ScanJob>(name, { ...polling, ...turns }, each(runScan));
				}
			}
		},
		async sendAccountMail(mail, through) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send("account-mail", mail, { db: { executeSql } });
		},
		async sendLeadMail(mail, through) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send("lead-mail", mail, { db: { executeSql } });
		},
		async sendReport(reportId, through) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send("report", { reportId }, { db: { executeSql } });
		},
		async sendPush(job) {
			await boss.send("push", job);
		},
		async sendMailLater(scanId, seconds) {
			await boss.sendAfter("mail", { scanId }, {}, seconds);
		},
		async sendAccountMailLater(mail, jobId, seconds) {
			const job: AccountMailJob = { ...mail, firstJobId: jobId };
			await boss.sendAfter("account-mail", job, {}, seconds);
		},
		async sendLeadMailLater(mail, seconds) {
			await boss.sendAfter("lead-mail", mail, {}, seconds);
		},
		async sendDigest(accountId) {
			await boss.send("digest", { accountId }, { singletonKey: accountId });
		},
		async hasWaiting(scanId) {
			for (const kind of SCAN_KINDS) {
				const waiting = await boss.findJobs(scanQueue(kind), { data: { scanId }, queued: true });
				if (waiting.length > 0) return true;
			}
			return false;
		},
		async work({ scan, mail, accountMail, leadMail, digest, push, report }) {
			runScan = scan;
			await boss.work<ScanJob>("mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, each(mail));
			await boss.work<LeadMail>("lead-mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, async (jobs) => {
				for (const { data } of jobs) await leadMail(data);
			});
			await boss.work<PushJob>("push", { ...polling, localConcurrency: PUSHES_AT_ONCE }, async (jobs) => {
				for (const { data } of jobs) await push(data);
			});
			await boss.work<{ accountId: AccountId }>(
				"digest",
				{ ...polling, localConcurrency: MAILS_AT_ONCE },
				async (jobs) => {
					for (const { id, data } of jobs) await digest(data.accountId, id);
				},
			);
			// One at a time: making one is this process's own work, not waiting for somebody else.
			await boss.work<{ reportId: string }>("report", polling, async (jobs) => {
				for (const { data } of jobs) await report(data.reportId);
			});
			await boss.work<AccountMailJob>("account-mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, async (jobs) => {
				for (const { id, data } of jobs) {
					const { firstJobId = id, ...mail } = data;
					await accountMail(mail, firstJobId);
				}
			});
		},
		async rest() {
			resting = true;
			await Promise.all(
				[
					...SCAN_KINDS.filter((kind) => running.has(kind)).map(scanQueue),
					"mail",
					"account-mail",
					"lead-mail",
					"digest",
					"push",
					"report",
				].map((name) => boss.offWork(name, { wait: false })),
			);
		},
		async daily(task) {
			await boss.work("daily", { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }, task);
			await boss.schedule("daily", DAILY);
		},
		async stop(timeoutMs) {
			await boss.stop({ graceful: true, timeout: timeoutMs });
		},
	};
}
