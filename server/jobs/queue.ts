import { PgBoss } from "pg-boss";
import type { ScanId } from "#contract/ids.ts";
import type { AccountMail } from "../accounts/mail.ts";
import type { SendAccountMail } from "../db/account-store.ts";
import type { SendLeadMail } from "../db/lead-store.ts";
import type { SendJob } from "../db/scan-store.ts";
import type { LeadMail } from "../leads/ports.ts";

/** A job says which scan it is about and nothing more: what is true about the scan stands in its row. */
type ScanJob = { scanId: ScanId };

/** `jobId` is the same at every try. */
type SendsAccountMail = (mail: AccountMail, jobId: string) => Promise<void>;

export type Queue = {
	send: SendJob;
	sendAccountMail: SendAccountMail;
	sendLeadMail: SendLeadMail;
	/** Queues a mail job that is not to begin before so many seconds have passed. */
	sendMailLater(scanId: ScanId, seconds: number): Promise<void>;
	/** Whether a job for this scan waits to be run. */
	hasWaiting(scanId: ScanId): Promise<boolean>;
	/** Begins to run jobs; a handler that rejects is run again later, with back-off. */
	work(handlers: {
		scan(scanId: ScanId): Promise<void>;
		mail(scanId: ScanId): Promise<void>;
		accountMail: SendsAccountMail;
		leadMail(mail: LeadMail): Promise<void>;
	}): Promise<void>;
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

/** A scan mostly waits for its target: a few that never answer must not hold up everybody else. */
const SCANS_AT_ONCE = 16;
const MAILS_AT_ONCE = 2;
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
	});
	boss.on("error", onError);
	await boss.start();

	const define = async (name: string, queue: Parameters<PgBoss["updateQueue"]>[1]) => {
		await boss.createQueue(name);
		await boss.updateQueue(name, { ...queue, notify: true, deleteAfterSeconds: 86_400 });
	};
	// Trying again is the sweep's work (server/jobs/sweep.ts); pg-boss only covers a database that fails under a handler.
	await define("scan", { retryLimit: 5, retryDelay: 1, expireInSeconds: options.scanLimitSeconds + 60 });
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
	await define("daily", { retryLimit: 2, expireInSeconds: 600 });

	const polling = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 } as const;
	const each = (run: (scanId: ScanId) => Promise<void>) => async (jobs: { data: ScanJob }[]) => {
		for (const { data } of jobs) await run(data.scanId);
	};

	return {
		async send(queue, scanId, through, account) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send(queue, { scanId }, { db: { executeSql }, ...(account && { group: { id: account } }) });
		},
		async sendAccountMail(mail, through) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send("account-mail", mail, { db: { executeSql } });
		},
		async sendLeadMail(mail, through) {
			const executeSql = (text: string, values?: unknown[]) => through.query(text, values);
			await boss.send("lead-mail", mail, { db: { executeSql } });
		},
		async sendMailLater(scanId, seconds) {
			await boss.sendAfter("mail", { scanId }, {}, seconds);
		},
		async hasWaiting(scanId) {
			return (await boss.findJobs("scan", { data: { scanId }, queued: true })).length > 0;
		},
		async work({ scan, mail, accountMail, leadMail }) {
			const turns = { localConcurrency: SCANS_AT_ONCE, groupConcurrency: options.scansPerAccount };
			await boss.work<ScanJob>("scan", { ...polling, ...turns }, each(scan));
			await boss.work<ScanJob>("mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, each(mail));
			await boss.work<LeadMail>("lead-mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, async (jobs) => {
				for (const { data } of jobs) await leadMail(data);
			});
			await boss.work<AccountMail>("account-mail", { ...polling, localConcurrency: MAILS_AT_ONCE }, async (jobs) => {
				for (const { id, data } of jobs) await accountMail(data, id);
			});
		},
		async rest() {
			await Promise.all(
				["scan", "mail", "account-mail", "lead-mail"].map((name) => boss.offWork(name, { wait: false })),
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
