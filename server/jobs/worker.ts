import { randomUUID } from "node:crypto";
import type { ScanId } from "#contract/ids.ts";
import type { MailStore } from "../db/mail-store.ts";
import type { Pool } from "../db/pool.ts";
import { deleteOldData } from "../db/retention.ts";
import type { Engine } from "../engines/engine.ts";
import type { Logger } from "../logger.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { ScanStore } from "../scans/ports.ts";
import type { Guard } from "../targets/guard.ts";
import type { Queue } from "./queue.ts";
import { createRunScan } from "./run-scan.ts";
import { createSendScanMail } from "./send-scan-mail.ts";
import { sweep } from "./sweep.ts";

type World = {
	pool: Pool;
	store: ScanStore;
	mails: MailStore;
	queue: Queue;
	guard: Guard;
	engine: Engine;
	transport: MailTransport;
	publicUrl: string;
	perMailboxAndDay: number;
	retentionDays: number;
	timeLimitMs: number;
	timings: { heartbeatMs: number; silenceMs: number; sweepMs: number; waitingMs: number };
	now: () => Date;
	log: Logger;
};

const DAY_MS = 86_400_000;

/** Begins to run jobs in this process, after looking for what an earlier one left behind. */
export async function startWorker(world: World): Promise<{ stop(): Promise<void> }> {
	const { queue, store, timings, log, now } = world;
	const shutdown = new AbortController();
	const workerId = randomUUID();
	let timer: ReturnType<typeof setTimeout> | undefined;

	const sweepOnce = async () => {
		try {
			await sweep({ store, queue, silenceMs: timings.silenceMs, waitingMs: timings.waitingMs, log });
		} catch (error) {
			log.warn({ error }, "sweep failed");
		}
		if (!shutdown.signal.aborted) timer = setTimeout(sweepOnce, timings.sweepMs);
	};
	const clean = async () => {
		const scans = await deleteOldData(world.pool, world.retentionDays);
		await world.transport.prune(new Date(now().getTime() - world.retentionDays * DAY_MS));
		if (scans > 0) log.info({ scans }, "deleted scans past their time");
	};

	/** pg-boss runs a failed job again without a word; whoever operates this is to hear of it. */
	const told = (job: string, run: (scanId: ScanId) => Promise<void>) => async (scanId: ScanId) => {
		try {
			await run(scanId);
		} catch (error) {
			if (!shutdown.signal.aborted) log.warn({ scanId, job, error }, "job failed; it will be tried again");
			throw error;
		}
	};

	await clean();
	await sweepOnce();
	await queue.work({
		scan: told(
			"scan",
			createRunScan({
				store,
				guard: world.guard,
				engine: world.engine,
				workerId,
				shutdown: shutdown.signal,
				now,
				timeLimitMs: world.timeLimitMs,
				heartbeatMs: timings.heartbeatMs,
				log,
			}),
		),
		mail: told("mail", createSendScanMail({ ...world, store: world.mails })),
	});
	await queue.daily(clean);

	return {
		async stop() {
			// First, or this worker would take up again what it is just handing back.
			await queue.rest();
			shutdown.abort(new Error("This worker is shutting down"));
			clearTimeout(timer);
		},
	};
}
