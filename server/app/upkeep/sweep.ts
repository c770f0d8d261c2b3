import type { ScanId } from "#contract/ids.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import { apply } from "#server/scanning/scans/apply.ts";
import { SCAN_JOBS } from "#server/scanning/scans/jobs/scan-jobs.ts";
import type { ScanStore } from "#server/scanning/scans/store/scan-store.ts";

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
 * Takes back scans whose worker died (`kill -9`, power cut): the first time they run again, the second time they fail with a reason. Also
 * queues a new job for a pending scan that has none, such as one lost with a worker before it leased the scan. Safe to run in any number
 * of processes at once: each step is checked again under the scan's own lock.
 *
 * A silent scan is taken back only if the look before found it silent too. After a time in which nothing could be stored, and after a
 * jump of the database's clock, all running scans look silent; by the second look, live ones have stored a heartbeat.
 */
export function createSweep({ store, queue, silenceMs, waitingMs, log }: SweepDeps): () => Promise<void> {
	let seenSilent: ReadonlySet<ScanId> = new Set();

	async function takeBack(): Promise<void> {
		const before = seenSilent;
		// Forgotten if this look fails: then nobody could store a heartbeat either.
		seenSilent = new Set();
		const silent = await store.silent(silenceMs);
		for (const scanId of silent.filter((id) => before.has(id))) {
			const moved = await apply(store, scanId, { type: "silent", limitMs: silenceMs });
			if (moved.ok) log.warn({ scanId, now: moved.scan.status }, "took back a scan whose worker fell silent");
		}
		seenSilent = new Set(silent);
	}

	return async () => {
		await takeBack();
		await queueAgain();
	};

	async function queueAgain(): Promise<void> {
		for (const scanId of await store.waiting(waitingMs)) {
			const hasJob = await queue.hasWaiting(SCAN_JOBS, { scanId });
			const moved = await apply(store, scanId, { type: "requeued", hasJob });
			if (moved.ok && !hasJob) log.warn({ scanId }, "queued a new job for a scan that had none");
		}
	}
}
