import type { PgBoss } from "pg-boss";

/** What each job carries. A domain adds its own beside what runs them: `declare module "#server/platform/jobs/jobs.ts"`. */
export interface JobData {
	/** Deletes old data. */
	daily: object;
}

export type JobName = keyof JobData;

/** `jobId` is the same at every retry. A handler that rejects is run again later. */
export type JobHandler<N extends JobName> = (data: JobData[N], jobId: string) => Promise<void>;

export type Job<N extends JobName> = {
	/** When a failed job is retried, and how long one may take. */
	queue: Parameters<PgBoss["updateQueue"]>[1];
	/** How many one process runs at once; `asked`: it runs none until `runOnly` says how many. */
	atOnce?: number | "asked";
	/** How many of one account run at once, over all processes: a thousand of one must not delay one of another. */
	perAccount?: number;
	/** With a key, at most one job of this key waits or runs. */
	key?: (data: JobData[N]) => string;
	/** When it runs by itself, once over all processes. */
	cron?: string;
	/** What the log may say about one that failed. */
	about: (data: JobData[N], jobId: string) => object;
};

/** Every job there is: `app` lists what the domains export. */
export type Jobs = { [N in JobName]: Job<N> };

export type JobOptions = {
	/** The longest that any scan may take. */
	scanLimitSeconds: number;
	scansPerAccount: number;
	mailRetrySeconds: number;
	/** A job whose process has not been heard of for this long is run again; at least 10. */
	silenceSeconds?: number | undefined;
};

const QUARTER_DAY = 21_600;

/** Of a job that sends something over the network, to a server that may be away for days. */
export const mailQueue = ({ mailRetrySeconds }: Pick<JobOptions, "mailRetrySeconds">) => ({
	retryLimit: 30,
	retryDelay: mailRetrySeconds,
	retryBackoff: true,
	retryDelayMax: QUARTER_DAY,
	// Longer than a slow mail server can take, or a second try would begin beside the first.
	expireInSeconds: 300,
});

/** A job that mails one thing. */
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

/** Of a job that can run twice at once without harm: a dead process must not keep it until it expires. */
export const heartbeatOf = ({ silenceSeconds = 30 }: Pick<JobOptions, "silenceSeconds">) => ({
	heartbeatSeconds: Math.max(10, Math.ceil(silenceSeconds)),
});
