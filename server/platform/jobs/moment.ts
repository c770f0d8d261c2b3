import type { Executor } from "../db/pool.ts";
import type { JobData, JobName } from "./jobs.ts";
import type { SendJob } from "./queue.ts";

type Queued = { [N in JobName]: { name: N; data: JobData[N] } }[JobName];

/**
 * What happens after an event. `within` runs in the same transaction: it may throw, which rolls back the event. `after` changes nothing
 * itself; it names a job, which is queued if and only if the transaction commits.
 */
export type Follower<Facts> =
	| { within: (tx: Executor, facts: Facts) => Promise<void> }
	| { after: (tx: Executor, facts: Facts) => Promise<Queued | undefined> };

/** Call this in the event's own transaction. A lower wing declares its events; `app/follows.ts` says who follows them. */
export type Moment<Facts> = (tx: Executor, facts: Facts) => Promise<void>;

/** Followers, one after another, in this order. */
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
