import { randomUUID } from "node:crypto";
import type { ScanId } from "#contract/ids.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { AccountStore } from "../accounts/ports.ts";
import { deleteOldAccounts } from "../db/account-retention.ts";
import type { EngineSightings } from "../db/engine-sightings.ts";
import type { MailStore } from "../db/mail-store.ts";
import type { Pool } from "../db/pool.ts";
import { deleteOldData } from "../db/retention.ts";
import type { ScanNotices } from "../db/scan-notices.ts";
import type { Engines } from "../engines/engine.ts";
import type { Sighting } from "../engines/engine-list.ts";
import type { LeadStore } from "../leads/ports.ts";
import type { Logger } from "../logger.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { IsOwned, ScanStore } from "../scans/ports.ts";
import type { Guard } from "../targets/guard.ts";
import type { Queue } from "./queue.ts";
import { createRunScan } from "./run-scan.ts";
import { createSendAccountMail } from "./send-account-mail.ts";
import { createSendLeadMail } from "./send-lead-mail.ts";
import { createSendScanMail } from "./send-scan-mail.ts";
import { sweep } from "./sweep.ts";
import { watchEngines } from "./watch-engines.ts";

type World = {
	pool: Pool;
	store: ScanStore;
	mails: MailStore;
	accounts: { store: AccountStore; passwords: Passwords };
	leads: LeadStore;
	/** Where visitors' messages go. */
	teamEmail: string;
	queue: Queue;
	guard: Guard;
	engines: Engines;
	sightings: EngineSightings;
	notices: ScanNotices;
	isOwned: IsOwned;
	stopReason: () => Promise<string | undefined>;
	transport: MailTransport;
	publicUrl: string;
	perMailboxAndDay: number;
	retentionDays: number;
	timeLimitMs: number;
	timings: { heartbeatMs: number; silenceMs: number; sweepMs: number; waitingMs: number; enginesMs: number };
	now: () => Date;
	log: Logger;
};

const DAY_MS = 86_400_000;

/** Begins to run jobs in this process, after looking for what an earlier one left behind. */
export async function startWorker(world: World): Promise<{ found: Sighting[]; stop(): Promise<void> }> {
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
		const accounts = await deleteOldAccounts(world.pool, world.retentionDays);
		await world.transport.prune(new Date(now().getTime() - world.retentionDays * DAY_MS));
		if (scans > 0) log.info({ scans }, "deleted scans past their time");
		if (accounts > 0) log.info({ accounts }, "deleted accounts that were never confirmed nor used");
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

	const sendAccountMail = createSendAccountMail({ ...world, ...world.accounts });

	const sendLeadMail = createSendLeadMail({ ...world, store: world.leads });
	await clean();
	const { engines, sightings } = world;
	const tools = await watchEngines({ engines, sightings, workerId, everyMs: timings.enginesMs, log });
	await sweepOnce();
	await queue.work({
		scan: told(
			"scan",
			createRunScan({
				store,
				guard: world.guard,
				engines,
				isOwned: world.isOwned,
				stopReason: world.stopReason,
				notices: world.notices,
				workerId,
				shutdown: shutdown.signal,
				now,
				timeLimitMs: world.timeLimitMs,
				heartbeatMs: timings.heartbeatMs,
				log,
			}),
		),
		mail: told("mail", createSendScanMail({ ...world, store: world.mails })),
		leadMail: async (mail) => {
			try {
				await sendLeadMail(mail);
			} catch (error) {
				if (!shutdown.signal.aborted)
					log.warn({ ...mail, job: "lead mail", error }, "job failed; it will be tried again");
				throw error;
			}
		},
		accountMail: async (mail, jobId) => {
			try {
				await sendAccountMail(mail, jobId);
			} catch (error) {
				if (!shutdown.signal.aborted) log.warn({ jobId, kind: mail.kind, error }, "job failed; it will be tried again");
				throw error;
			}
		},
	});
	await queue.daily(clean);

	return {
		found: tools.found,
		async stop() {
			// First, or this worker would take up again what it is just handing back.
			await queue.rest();
			shutdown.abort(new Error("This worker is shutting down"));
			clearTimeout(timer);
			await tools.stop();
		},
	};
}
