import type { PgBoss } from "pg-boss";

/** What each job carries. A domain adds its own jobs beside the code that runs them: `declare module "#server/platform/jobs/jobs.ts"`. */
export interface JobData {
	/** Deletes old data. */
	daily: object;
}

export type JobName = keyof JobData;

/** `jobId` is the same on every retry. A handler that rejects is run again later. */
export type JobHandler<N extends JobName> = (data: JobData[N], jobId: string) => Promise<void>;

export type Job<N extends JobName> = {
	/** When a failed job is retried, and how long one may take. */
	queue: Parameters<PgBoss["updateQueue"]>[1];
	/** How many one process runs at once. `asked`: it runs none until `runOnly` says how many. */
	atOnce?: number | "asked";
	/** How many of one account's jobs run at once, over all processes: a thousand from one account must not delay one from another. */
	perAccount?: number;
	/** With a key, at most one job with this key waits or runs. */
	key?: (data: JobData[N]) => string;
	/** When it runs on schedule, once over all processes. */
	cron?: string;
	/** What the log may say about a failed one. */
	about: (data: JobData[N], jobId: string) => object;
};

/** Every job. `app` lists what the domains export. */
export type Jobs = { [N in JobName]: Job<N> };

export type JobOptions = {
	/** The longest any scan may take. */
	scanLimitSeconds: number;
	scansPerAccount: number;
	mailRetrySeconds: number;
	/** A job is run again if its process has not been heard from for this long. At least 10. */
	silenceSeconds?: number | undefined;
};

const QUARTER_DAY = 21_600;

/** For a job that sends something over the network, to a server that may be down for days. */
export const mailQueue = ({ mailRetrySeconds }: Pick<JobOptions, "mailRetrySeconds">) => ({
	retryLimit: 30,
	retryDelay: mailRetrySeconds,
	retryBackoff: true,
	retryDelayMax: QUARTER_DAY,
	// Longer than a slow mail server can take, or a second try would start beside the first.
	expireInSeconds: 300,
});

/** A job that sends one email. */
export const mailJob =
	<N extends JobName>(about: Job<N>["about"]) =>
	(options: JobOptions): Job<N> => ({ queue: mailQueue(options), atOnce: 2, about });

/** A notification that is hours late is no news. */
export const noticeJob =
	<N extends JobName>(about: Job<N>["about"]) =>
	(options: JobOptions): Job<N> => ({
		queue: { ...mailQueue(options), retryLimit: 8, expireInSeconds: 60 },
		atOnce: 2,
		about,
	});

/** For a job that can run twice at once without harm: a dead process must not hold it until it expires. */
export const heartbeatOf = ({ silenceSeconds = 30 }: Pick<JobOptions, "silenceSeconds">) => ({
	heartbeatSeconds: Math.max(10, Math.ceil(silenceSeconds)),
});
