import { randomUUID } from "node:crypto";
import { createSendPartNotice } from "#server/assurance/assessments/jobs/send-part-notice.ts";
import {
	createSendRespondentCode,
	createSendRespondentMail,
} from "#server/assurance/assessments/jobs/send-respondent-mail.ts";
import { createSendSignedMail } from "#server/assurance/assessments/jobs/send-signed-mail.ts";
import type { RespondMails } from "#server/assurance/assessments/respondents/ports.ts";
import type { SignedCopies } from "#server/assurance/assessments/signed-copies.ts";
import { createSendDigest } from "#server/assurance/findings/digests/jobs/send-digest.ts";
import type { DigestStore } from "#server/assurance/findings/digests/store/digest-store.ts";
import { createMakeReport } from "#server/assurance/reports/jobs/make-report.ts";
import { createSendScanMail } from "#server/assurance/reports/jobs/send-scan-mail.ts";
import { REPORT_SILENCE_MS, type ReportWork } from "#server/assurance/reports/ports.ts";
import type { MailStore } from "#server/assurance/reports/store/mail-store.ts";
import { announceByTime } from "#server/assurance/tasks/store/announce-by-time.ts";
import { dropExpired } from "#server/assurance/uploads/store/drop-files.ts";
import { createSendAccountMail } from "#server/identity/accounts/jobs/send-account-mail.ts";
import type { Passwords } from "#server/identity/accounts/passwords/passwords.ts";
import type { AccountStore } from "#server/identity/accounts/ports.ts";
import { deleteOldAccounts } from "#server/identity/accounts/store/account-retention.ts";
import type { NotificationStore } from "#server/identity/notifications/store/notification-store.ts";
import type { Vapid } from "#server/identity/notifications/vapid.ts";
import { createSendInvitationMail } from "#server/identity/workspaces/people/jobs/send-invitation-mail.ts";
import type { PeopleStore } from "#server/identity/workspaces/people/ports.ts";
import { createSendTickets } from "#server/integrations/tickets/jobs/send-tickets.ts";
import type { Tickets } from "#server/integrations/tickets/wire.ts";
import { createSendWebhookMail } from "#server/integrations/webhooks/jobs/send-webhook-mail.ts";
import { createSendWebhooks } from "#server/integrations/webhooks/jobs/send-webhooks.ts";
import type { Webhooks } from "#server/integrations/webhooks/wire.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { every } from "#server/platform/jobs/every.ts";
import { noteFailures } from "#server/platform/jobs/note-failures.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { createJobFailures } from "#server/platform/jobs/store/job-failures.ts";
import { createSendPaced } from "#server/platform/mail/send-paced.ts";
import { createMailPlaces } from "#server/platform/mail/store/mail-places.ts";
import type { MailTransport } from "#server/platform/mail/transport.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { Resolver } from "#server/platform/outgoing/resolver.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { Engines } from "#server/scanning/engines/engine.ts";
import type { Sighting } from "#server/scanning/engines/engine-list.ts";
import { watchEngines } from "#server/scanning/engines/jobs/watch-engines.ts";
import type { Readers } from "#server/scanning/engines/readers.ts";
import type { EngineSightings } from "#server/scanning/engines/store/engine-sightings.ts";
import type { Installing } from "#server/scanning/engines/tool-state.ts";
import type { AcceptScan } from "#server/scanning/scans/accept-scan.ts";
import { createRunScan } from "#server/scanning/scans/jobs/run-scan.ts";
import { scanHandlers, scanJob } from "#server/scanning/scans/jobs/scan-jobs.ts";
import { createSendPush } from "#server/scanning/scans/jobs/send-push.ts";
import type { LimitNumbers } from "#server/scanning/scans/limits.ts";
import type { ScanStore } from "#server/scanning/scans/ports.ts";
import type { ScanNotices } from "#server/scanning/scans/store/scan-notices.ts";
import { runSchedules } from "#server/scanning/schedules/jobs/run-schedules.ts";
import type { ScheduleStore } from "#server/scanning/schedules/ports.ts";
import type { Prove } from "#server/scanning/targets/ownership/ownership.ts";
import { lookUpOptOuts } from "#server/scanning/targets/store/opt-outs.ts";
import { createSendLeadMail } from "./leads/jobs/send-lead-mail.ts";
import type { LeadStore } from "./leads/ports.ts";
import { deleteOldData } from "./retention.ts";
import { createSweep } from "./sweep.ts";

type WorkerDeps = {
	pool: Pool;
	store: ScanStore;
	mails: MailStore;
	accounts: { store: AccountStore; passwords: Passwords };
	leads: LeadStore;
	invitations: PeopleStore;
	respondents: RespondMails;
	copies: SignedCopies;
	webhooks: Webhooks;
	tickets: Tickets;
	userAgent: string;
	notifications: { store: NotificationStore; guard: Guard; vapid: Vapid | undefined };
	schedules: ScheduleStore;
	reports: ReportWork;
	digests: DigestStore;
	accept: AcceptScan;
	/** Where visitors' messages go. */
	teamEmail: string;
	queue: Queue;
	guard: Guard;
	resolver: Resolver;
	engines: Engines;
	readers: Readers;
	sightings: EngineSightings;
	installation: Installing;
	notices: ScanNotices;
	prove: Prove;
	limits: LimitNumbers;
	stopReason: () => Promise<string | undefined>;
	transport: MailTransport;
	publicUrl: string;
	perMailboxAndDay: number;
	retentionDays: number;
	/** How long unfinished uploads and files without evidence are kept. */
	uploadLifeMs: number;
	/** Deletes what no file needs from the store beside the database, if there is one. */
	deleteLooseObjects: (signal: AbortSignal) => Promise<void>;
	timeLimitMs: number;
	timings: {
		heartbeatMs: number;
		silenceMs: number;
		sweepMs: number;
		waitingMs: number;
		enginesMs: number;
		schedulesMs: number;
		looseObjectsMs: number;
		webhooksMs: number;
		ticketsMs: number;
	};
	now: () => Date;
	log: Logger;
};

const DAY_MS = 86_400_000;
/** How often the addresses of opted-out hosts are looked up. */
const OPT_OUTS_MS = 15 * 60_000;

/** How often to look for tasks whose day has come, and for standings that time has changed. */
const ANNOUNCE_MS = 15 * 60_000;

/** A run's id begins like its worker's, so that the operator's page can count what each worker runs. */
const runIdOf = (workerId: string): string => workerId.slice(0, 19) + randomUUID().slice(19);

/** Begins to run jobs in this process, after looking for what an earlier one left behind. */
export async function startWorker(deps: WorkerDeps): Promise<{
	found: Sighting[];
	/** Call this when a tool may have been added or removed. */
	lookForTools(): void;
	stop(): Promise<void>;
}> {
	const { queue, store, timings, log, now } = deps;
	const shutdown = new AbortController();
	const workerId = randomUUID();

	const clean = async () => {
		const scans = await deleteOldData(deps.pool, deps.retentionDays);
		const accounts = await deleteOldAccounts(deps.pool, deps.retentionDays);
		await dropExpired(deps.pool, now(), deps.uploadLifeMs);
		await deps.transport.prune(new Date(now().getTime() - deps.retentionDays * DAY_MS));
		if (scans > 0) log.info({ scans }, "deleted scans past their time");
		if (accounts > 0) log.info({ accounts }, "deleted accounts that were never confirmed or used");
	};

	const sendPaced = createSendPaced({ places: createMailPlaces(deps.pool), transport: deps.transport });
	await clean();
	// Not awaited: name servers may be slow, and the addresses found earlier still count.
	const lookingUp = every(
		OPT_OUTS_MS,
		() => lookUpOptOuts(deps.pool, deps.resolver, { signal: shutdown.signal }),
		(error) => log.warn({ error }, "the addresses of opted-out hosts could not be looked up"),
	);
	// Nor is the store of files, which may be away.
	const deleting = every(
		timings.looseObjectsMs,
		() => deps.deleteLooseObjects(shutdown.signal),
		(error) => log.warn({ error }, "files that were deleted are still in the store; they will be tried again"),
	);
	const { engines, sightings, installation } = deps;
	const runFound = (found: Sighting[]) => {
		const here = found.filter(({ state }) => state.status === "available");
		return queue.runOnly(new Map(here.map(({ kind }) => [scanJob(kind), engines[kind].atOnce])));
	};
	const tools = await watchEngines({
		engines,
		sightings,
		installation,
		workerId,
		everyMs: timings.enginesMs,
		log,
		onFound: runFound,
	});
	const { silenceMs, waitingMs } = timings;
	const sweeping = await every(timings.sweepMs, createSweep({ store, queue, silenceMs, waitingMs, log }), (error) =>
		log.warn({ error }, "sweep failed"),
	);
	await queue.work(
		noteFailures(
			{ failures: createJobFailures(deps.pool), shutdown: shutdown.signal, log },
			{
				...scanHandlers(
					createRunScan({
						...deps,
						newRunId: () => runIdOf(workerId),
						shutdown: shutdown.signal,
						heartbeatMs: timings.heartbeatMs,
					}),
				),
				mail: createSendScanMail({ ...deps, store: deps.mails }),
				"account-mail": createSendAccountMail({ ...deps, ...deps.accounts, sendPaced }),
				"lead-mail": createSendLeadMail({ ...deps, store: deps.leads, sendPaced }),
				"invitation-mail": createSendInvitationMail({ ...deps, sendPaced }),
				"respondent-mail": createSendRespondentMail({ ...deps, ...deps.accounts, sendPaced }),
				"respondent-code": createSendRespondentCode({ ...deps, ...deps.accounts, sendPaced }),
				"part-notice": createSendPartNotice({ ...deps, ...deps.notifications, sendPaced }),
				"signed-mail": createSendSignedMail({ ...deps, sendPaced }),
				"webhook-mail": createSendWebhookMail({ ...deps, ...deps.webhooks, sendPaced }),
				digest: createSendDigest({ ...deps, sendPaced }),
				push: createSendPush({ ...deps, ...deps.notifications }),
				report: createMakeReport(deps),
				daily: clean,
			},
		),
		({ job, about, error }) => {
			if (!shutdown.signal.aborted) log.warn({ ...about, job, error }, "job failed; it will be tried again");
		},
	);
	await runFound(tools.found());
	const reporting = await every(
		timings.sweepMs,
		async () => {
			const reports = await deps.reports.takeBack(REPORT_SILENCE_MS, timings.waitingMs + REPORT_SILENCE_MS);
			if (reports > 0) log.warn({ reports }, "queued new jobs for reports that no process was making");
		},
		(error) => log.warn({ error }, "could not check for abandoned reports"),
	);
	const webhooks = createSendWebhooks({ ...deps, ...deps.webhooks, random: Math.random });
	const sendingWebhooks = await every(timings.webhooksMs, webhooks.look, (error) =>
		log.warn({ error }, "could not look for webhooks"),
	);
	const tickets = createSendTickets({ ...deps, ...deps.tickets, random: Math.random });
	const sendingTickets = await every(timings.ticketsMs, tickets.look, (error) =>
		log.warn({ error }, "could not look for tickets"),
	);
	const announcing = await every(
		ANNOUNCE_MS,
		() => announceByTime(deps.pool, now()),
		(error) => log.warn({ error }, "could not announce what time has changed"),
	);
	const scheduling = await every(
		timings.schedulesMs,
		async () => {
			await runSchedules({ ...deps, shutdown: shutdown.signal });
			for (const account of await deps.digests.due()) await queue.send("digest", { accountId: account });
		},
		(error) => log.warn({ error }, "could not run the schedules"),
	);

	return {
		found: tools.found(),
		lookForTools: tools.lookNow,
		async stop() {
			// First, or this worker would take the scans it hands back again.
			await queue.rest();
			shutdown.abort(new Error("This worker is shutting down"));
			for (const running of [lookingUp, deleting]) void running.then((opened) => opened.stop());
			await Promise.all(
				[sweeping, scheduling, reporting, announcing, sendingWebhooks, sendingTickets].map((one) => one.stop()),
			);
			await Promise.all([webhooks.stop(), tickets.stop()]);
			await tools.stop();
		},
	};
}
