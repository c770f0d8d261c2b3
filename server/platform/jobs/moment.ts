import type { Executor } from "../db/pool.ts";
import type { JobData, JobName } from "./jobs.ts";
import type { SendJob } from "./queue.ts";

type Queued = { [N in JobName]: { name: N; data: JobData[N] } }[JobName];

/**
 * What follows when something has happened. `within` works in the same transaction: it may throw, and that takes back what happened.
 * `after` changes nothing itself; it names a job, which is queued if and only if the transaction commits.
 */
export type Follower<Facts> =
	| { within: (tx: Executor, facts: Facts) => Promise<void> }
	| { after: (tx: Executor, facts: Facts) => Promise<Queued | undefined> };

/** To be called in the transaction in which it happened. A lower wing declares what its facts are; `app/follows.ts` says who follows. */
export type Moment<Facts> = (tx: Executor, facts: Facts) => Promise<void>;

/** Followers one after another, in this order. */
export const createMoment =
	<Facts>(followers: readonly Follower<Facts>[], send: SendJob): Moment<Facts> =>
	async (tx, facts) => {
		for (const follower of followers) {
			if ("within" in follower) {
				await follower.within(tx, facts);
				continue;
			}
			const job = await follower.after(tx, facts);
			if (job) await send(job.name, job.data, { through: tx });
		}
	};
