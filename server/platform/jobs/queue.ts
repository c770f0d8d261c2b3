import { PgBoss } from "pg-boss";
import type { WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "../db/pool.ts";
import { runJob, type Sent, withOrigin } from "../watch/run-job.ts";
import type { JobData, JobHandler, JobName, Jobs } from "./jobs.ts";
import { type JobStatement, takeApart } from "./send-statement.ts";

/** How to send a job. */
type Sending = {
	/** Sends it on this connection, so that it commits together with everything else done there. */
	through?: Executor;
	/** It does not start before this many seconds have passed. */
	afterSeconds?: number | undefined;
	/** The account whose turn it takes; none where turns are not counted. */
	account?: WorkspaceId | undefined;
};

export type SendJob<Names extends JobName = JobName> = <N extends Names>(
	name: N,
	data: JobData[N],
	sending?: Sending,
) => Promise<void>;

/** `account`: whose turn the job takes; none where turns are not counted. */
export type StatementOf = <N extends JobName>(
	name: N,
	data: JobData[N],
	account: WorkspaceId | undefined,
) => Promise<JobStatement>;

export type Handlers = { [N in JobName]: JobHandler<N> };

export type Queue = {
	/** With a key (jobs.ts), it is sent only if no other job with that key waits or runs. */
	send: SendJob;
	/** The statement that sends a job, for a caller that does more in the same round trip. */
	statementOf: StatementOf;
	/** Whether a job with one of these names and this data is waiting to run. */
	hasWaiting(names: readonly JobName[], data: object): Promise<boolean>;
	/** Starts to run jobs, but none of the `asked` ones yet. Failed jobs are retried later, with back-off. */
	work(handlers: Handlers, onFailed: (failed: { job: JobName; about: object; error: unknown }) => void): Promise<void>;
	/** From now on, runs only these of the `asked` jobs, this many at once. Running jobs continue. */
	runOnly(wanted: ReadonlyMap<JobName, number>): Promise<void>;
	/** Takes no more jobs. Running ones continue. */
	rest(): Promise<void>;
	/** Waits for running handlers, but no longer than this. */
	stop(timeoutMs: number): Promise<void>;
};

type QueueOptions = {
	databaseUrl: string;
	jobs: Jobs;
	/** Whether this process runs jobs, or only queues them. */
	works: boolean;
	/** A job is run again if its process has not been heard from for this long. */
	silenceSeconds?: number | undefined;
	onError: (error: Error) => void;
};

const DAY_SECONDS = 86_400;

/** pg-boss: jobs are rows in our own database, so they commit together with the data they are about. */
export async function createQueue(options: QueueOptions): Promise<Queue> {
	const { works, onError, jobs } = options;
	// How soon we notice a job whose process is gone.
	const lookSeconds = Math.ceil(options.silenceSeconds ?? 60);
	const boss = new PgBoss({
		connectionString: options.databaseUrl,
		application_name: "plumbline-jobs",
		max: 6,
		useListenNotify: works,
		supervise: works,
		superviseIntervalSeconds: lookSeconds,
		monitorIntervalSeconds: lookSeconds,
		schedule: works,
		// Its tables belong to another role (install-queue.ts).
		migrate: false,
		reindex: false,
	});
	boss.on("error", onError);
	await boss.start();

	const names = Object.keys(jobs) as JobName[];
	for (const name of names) {
		const { queue, key } = jobs[name];
		await (key ? boss.createQueue(name, { policy: "exclusive" }) : boss.createQueue(name));
		await boss.updateQueue(name, { ...queue, notify: true, deleteAfterSeconds: DAY_SECONDS });
	}

	const running = new Set<JobName>();
	let handlers: Handlers | undefined;
	let onFailed: Parameters<Queue["work"]>[1] = () => {};
	let resting = false;

	async function begin<N extends JobName>(
		name: N,
		given: { [P in N]: JobHandler<P> },
		atOnce: number | undefined,
	): Promise<void> {
		running.add(name);
		const handle = given[name];
		const { cron, about, perAccount }: Pick<Jobs[N], "cron" | "about" | "perAccount"> = jobs[name];
		const polling = cron
			? { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }
			: { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
		const turns = {
			...(atOnce !== undefined && { localConcurrency: atOnce }),
			...(perAccount !== undefined && { groupConcurrency: perAccount }),
		};
		await boss.work<Sent<JobData[N]>>(name, { batchSize: 1, ...polling, ...turns }, async (batch) => {
			for (const { id, data } of batch) {
				await runJob<JobData[N]>(name, data, about(data, id), async (carried) => {
					try {
						await handle(carried, id);
					} catch (error) {
						// pg-boss retries it silently.
						onFailed({ job: name, about: about(carried, id), error });
						throw error;
					}
				});
			}
		});
		if (cron) await boss.schedule(name, cron);
	}

	async function end(name: JobName): Promise<void> {
		running.delete(name);
		await boss.offWork(name, { wait: false });
	}

	return {
		async send(name, data, { through, afterSeconds, account } = {}) {
			const { key }: { key?: (given: typeof data) => string } = jobs[name];
			await boss.send(name, withOrigin(data), {
				...(through && { db: { executeSql: (text: string, values?: unknown[]) => through.query(text, values) } }),
				...(afterSeconds && { startAfter: afterSeconds }),
				...(account && { group: { id: account } }),
				...(key && { singletonKey: key(data) }),
			});
		},
		async statementOf(name, data, account) {
			let taken: JobStatement | undefined;
			const executeSql = async (text: string, values: unknown[] = []) => {
				taken = takeApart(text, values);
				return { rows: [{ id: "" }] };
			};
			await boss.send(name, withOrigin(data), { db: { executeSql }, ...(account && { group: { id: account } }) });
			if (!taken) throw new Error("pg-boss sent a job without a statement");
			return taken;
		},
		async hasWaiting(asked, data) {
			for (const name of asked) {
				const waiting = await boss.findJobs(name, { data, queued: true });
				if (waiting.length > 0) return true;
			}
			return false;
		},
		async work(given, report) {
			handlers = given;
			onFailed = report;
			for (const name of names) {
				const { atOnce } = jobs[name];
				if (atOnce !== "asked") await begin(name, given, atOnce);
			}
		},
		async runOnly(wanted) {
			if (!handlers || resting) return;
			for (const name of names) {
				if (jobs[name].atOnce !== "asked") continue;
				const atOnce = wanted.get(name);
				if (running.has(name) && atOnce === undefined) await end(name);
				else if (!running.has(name) && atOnce !== undefined) await begin(name, handlers, atOnce);
			}
		},
		async rest() {
			resting = true;
			await Promise.all([...running].map(end));
		},
		async stop(timeoutMs) {
			await boss.stop({ graceful: true, timeout: timeoutMs });
		},
	};
}
