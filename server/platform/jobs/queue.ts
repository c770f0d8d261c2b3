import { PgBoss } from "pg-boss";
import type { ScanId, WorkspaceId } from "#contract/ids.ts";
import { SCAN_KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import { createJobs, type JobData, type JobHandler, type JobName, type ScanJob, scanJob } from "#server/app/jobs.ts";
import type { Executor } from "../db/pool.ts";
import { runJob, type Sent, withOrigin } from "../watch/run-job.ts";
import { type JobStatement, takeApart } from "./send-statement.ts";

/** How to send a job. */
type Sending = {
	/** Sends it on this connection, so that it is committed together with everything else done on it. */
	through?: Executor;
	/** It does not begin before this many seconds have passed. */
	afterSeconds?: number | undefined;
	/** The account whose turn a scan takes; none where turns are not counted. */
	account?: WorkspaceId | undefined;
};

export type SendJob<Names extends JobName = JobName> = <N extends Names>(
	name: N,
	data: JobData[N],
	sending?: Sending,
) => Promise<void>;

/** `account`: whose turn the scan takes; none where turns are not counted. */
export type ScanStatement = (name: ScanJob, scanId: ScanId, account: WorkspaceId | undefined) => Promise<JobStatement>;

/** One for each job; all jobs that run scans have the same. */
export type Handlers = { [N in Exclude<JobName, ScanJob>]: JobHandler<N> } & { scan: JobHandler<ScanJob> };

export type Queue = {
	/** With a key (jobs.ts), it is sent only if no other job of that key waits or runs. */
	send: SendJob;
	/** The statement that sends a scan's job, for one that does more than that in the same round trip. */
	scanStatement: ScanStatement;
	/** Whether a job for this scan waits to be run. */
	hasWaiting(scanId: ScanId): Promise<boolean>;
	/** Begins to run jobs, scans only once `runKinds` says which. Failed jobs are retried later, with back-off. */
	work(handlers: Handlers, onFailed: (failed: { job: JobName; about: object; error: unknown }) => void): Promise<void>;
	/** From now on runs scans of these kinds alone: those whose tools are here. Running ones go on. */
	runKinds(kinds: readonly { kind: ScanKind; atOnce: number }[]): Promise<void>;
	/** Takes no more jobs; running ones go on. */
	rest(): Promise<void>;
	/** Waits for running handlers, but no longer than this. */
	stop(timeoutMs: number): Promise<void>;
};

type QueueOptions = Parameters<typeof createJobs>[0] & {
	databaseUrl: string;
	/** Whether this process runs jobs, or only queues them. */
	works: boolean;
	/** How many scans of one account run at once, over all processes: a thousand of one account must not delay one of another. */
	scansPerAccount: number;
	onError: (error: Error) => void;
};

const DAY_SECONDS = 86_400;

/** pg-boss: jobs are rows of our own database, so they commit together with what they are about. */
export async function createQueue(options: QueueOptions): Promise<Queue> {
	const { works, onError } = options;
	// How soon a job is noticed whose process is gone.
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

	const jobs = createJobs(options);
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
		handle: JobHandler<N>,
		turns: { localConcurrency?: number; groupConcurrency?: number },
	): Promise<void> {
		running.add(name);
		const { cron, about }: { cron?: string; about: (data: JobData[N], jobId: string) => object } = jobs[name];
		const polling = cron
			? { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60 }
			: { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
		await boss.work<Sent<JobData[N]>>(name, { batchSize: 1, ...polling, ...turns }, async (batch) => {
			for (const { id, data } of batch) {
				await runJob<JobData[N]>(name, data, about(data, id), async (given) => {
					try {
						await handle(given, id);
					} catch (error) {
						// pg-boss retries it without a word.
						onFailed({ job: name, about: about(given, id), error });
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
		async scanStatement(name, scanId, account) {
			let taken: JobStatement | undefined;
			const executeSql = async (text: string, values: unknown[] = []) => {
				taken = takeApart(text, values);
				return { rows: [{ id: "" }] };
			};
			await boss.send(name, withOrigin({ scanId }), { db: { executeSql }, ...(account && { group: { id: account } }) });
			if (!taken) throw new Error("pg-boss sent a job without a statement");
			return taken;
		},
		async hasWaiting(scanId) {
			for (const kind of SCAN_KINDS) {
				const waiting = await boss.findJobs(scanJob(kind), { data: { scanId }, queued: true });
				if (waiting.length > 0) return true;
			}
			return false;
		},
		async work(given, report) {
			handlers = given;
			onFailed = report;
			for (const name of Object.keys(given) as (keyof Handlers)[]) {
				if (name !== "scan") await beginOne(name, given);
			}
		},
		async runKinds(kinds) {
			if (!handlers || resting) return;
			for (const kind of SCAN_KINDS) {
				const name = scanJob(kind);
				const wanted = kinds.find((one) => one.kind === kind);
				if (running.has(name) && !wanted) await end(name);
				else if (!running.has(name) && wanted) {
					const turns = { localConcurrency: wanted.atOnce, groupConcurrency: options.scansPerAccount };
					await begin(name, handlers.scan, turns);
				}
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

	function beginOne<N extends Exclude<JobName, ScanJob>>(name: N, given: { [P in N]: JobHandler<P> }): Promise<void> {
		const { atOnce } = jobs[name];
		return begin(name, given[name], { ...(atOnce !== undefined && { localConcurrency: atOnce }) });
	}
}
