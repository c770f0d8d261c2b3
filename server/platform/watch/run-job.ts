import { type Origin, origin, withContext } from "./context.ts";
import { happened } from "./happened.ts";
import { inSpan } from "./span.ts";

/** A job's data as it is queued: with the work that sent it, so that log and traces continue from there. */
export type Sent<D> = D & { from?: Origin };

export function withOrigin<D extends object>(data: D): Sent<D> {
	const from = origin();
	return from ? { ...data, from } : data;
}

/** Runs a job as part of the work that sent it. Scheduled jobs come with null. `about`: what the log may say about it. */
export async function runJob<D>(
	job: string,
	sent: Sent<D> | null,
	about: { scanId?: string | undefined },
	handle: (data: D) => Promise<void>,
): Promise<void> {
	const { from, ...data }: { from?: Origin } = sent ?? {};
	const began = performance.now();
	const end = (outcome: "done" | "failed") =>
		happened({ what: "job ended", job, outcome, seconds: (performance.now() - began) / 1_000 });
	const { scanId } = about;
	await withContext({ requestId: from?.requestId, traceparent: from?.traceparent, job, scanId }, async () => {
		try {
			await inSpan(`job ${job}`, "consumer", {}, () => handle(data as D));
			end("done");
		} catch (error) {
			end("failed");
			throw error;
		}
	});
}
