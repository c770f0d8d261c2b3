import { MailNotAccepted } from "../mail/transport-smtp.ts";
import type { Logger } from "../watch/logger.ts";
import type { Handlers } from "./queue.ts";
import type { JobFailures } from "./store/job-failures.ts";

/** Only our own sentences: others may name mailboxes. */
const reasonOf = (error: unknown): string =>
	error instanceof MailNotAccepted ? `${error.message}.` : "An error on our side. The server’s log has it.";

type Handle = (data: never, jobId: string) => Promise<void>;

type Deps = {
	failures: JobFailures;
	/** Aborted when this process shuts down. A job that ends because of that has not failed. */
	shutdown: AbortSignal;
	log: Logger;
};

/** The same handlers, which also record for operators why a job failed. */
export function noteFailures({ failures, shutdown, log }: Deps, handlers: Handlers): Handlers {
	const noted =
		(handle: Handle): Handle =>
		async (data, jobId) => {
			try {
				await handle(data, jobId);
			} catch (error) {
				if (!shutdown.aborted) {
					await failures
						.record(jobId, reasonOf(error))
						.catch((failure) => log.warn({ error: failure }, "why a job failed could not be written down"));
				}
				throw error;
			}
		};
	return Object.fromEntries(
		Object.entries(handlers).map(([name, handle]) => [name, noted(handle)]),
	) as unknown as Handlers;
}
