import type { Logger } from "../logger.ts";
import { apply } from "../scans/apply.ts";
import type { ScanStore } from "../scans/ports.ts";
import type { Queue } from "./queue.ts";

type SweepDeps = {
	store: ScanStore;
	queue: Pick<Queue, "hasWaiting">;
	/** A running scan is taken back after this long without a heartbeat. */
	silenceMs: number;
	/** A pending scan is checked once its job was queued this long ago. */
	waitingMs: number;
	log: Logger;
};

/**
 * Takes back scans whose worker died (`kill -9`, power cut): the first time they run again, the second time they fail with a
 * reason. Also queues a new job for a pending scan that has none, such as one lost with a worker before it leased the scan.
 * Safe to run in any number of processes at once: each step is checked again under the scan's own lock.
 */
export async function sweep({ store, queue, silenceMs, waitingMs, log }: SweepDeps): Promise<void> {
	for (const scanId of await store.silent(silenceMs)) {
		const moved = await apply(store, scanId, { type: "silent", limitMs: silenceMs });
		if (moved.ok) log.warn({ scanId, now: moved.scan.status }, "took back a scan whose worker fell silent");
	}
	for (const scanId of await store.waiting(waitingMs)) {
		const hasJob = await queue.hasWaiting(scanId);
		const moved = await apply(store, scanId, { type: "requeued", hasJob });
		if (moved.ok && !hasJob) log.warn({ scanId }, "queued a new job for a scan that had none");
	}
}
