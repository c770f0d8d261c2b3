import type { Logger } from "../logger.ts";
import { apply } from "../scans/apply.ts";
import type { ScanStore } from "../scans/ports.ts";
import type { Queue } from "./queue.ts";

type World = {
	store: ScanStore;
	queue: Pick<Queue, "hasWaiting">;
	/** A running scan is taken back after so long without a heartbeat. */
	silenceMs: number;
	/** A pending scan is looked after when its job was queued so long ago. */
	waitingMs: number;
	log: Logger;
};

/**
 * Takes back scans whose worker died (`kill -9`, power cut): begun once more, then failed with a reason. Also queues a new
 * job for a pending scan that has none, such as one whose job was lost with a worker before the scan was claimed.
 * Safe to run in any number of processes at once: each step is checked again under the scan's own lock.
 */
export async function sweep({ store, queue, silenceMs, waitingMs, log }: World): Promise<void> {
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
