import { randomUUID } from "node:crypto";
import { createSendPartNotice } from "#server/assurance/assessments/jobs/send-part-notice.ts";
import {
	createSendRespondentCode,
	createSendRespondentMail,
} from "#server/assurance/assessments/jobs/send-respondent-mail.ts";
import { createSendSignedMail } from "#server/assurance/assessments/jobs/send-signed-mail.ts";
import { createRecordEarlierScans } from "#server/assurance/controls/jobs/record-earlier-scans.ts";
import { createSendDigest } from "#server/assurance/findings/digests/jobs/send-digest.ts";
import { createMakeReport } from "#server/assurance/reports/jobs/make-report.ts";
import { createSendScanMail } from "#server/assurance/reports/jobs/send-scan-mail.ts";
import { REPORT_SILENCE_MS } from "#server/assurance/reports/store/account-report-work.ts";
import { announceByTime } from "#server/assurance/tasks/store/announce-by-time.ts";
import { dropExpired } from "#server/assurance/uploads/store/drop-files.ts";
import { createSendAccountMail } from "#server/identity/accounts/jobs/send-account-mail.ts";
import { createSendInvitationMail } from "#server/identity/workspaces/people/jobs/send-invitation-mail.ts";
import { createSendTickets } from "#server/integrations/tickets/jobs/send-tickets.ts";
import { createSendWebhookMail } from "#server/integrations/webhooks/jobs/send-webhook-mail.ts";
import { createSendWebhooks } from "#server/integrations/webhooks/jobs/send-webhooks.ts";
import { every } from "#server/platform/jobs/every.ts";
import { noteFailures } from "#server/platform/jobs/note-failures.ts";
import { createJobFailures } from "#server/platform/jobs/store/job-failures.ts";
import { createSendPaced } from "#server/platform/mail/send-paced.ts";
import { createMailPlaces } from "#server/platform/mail/store/mail-places.ts";
import type { Sighting } from "#server/scanning/engines/engine-list.ts";
import { watchEngines } from "#server/scanning/engines/jobs/watch-engines.ts";
import { createRunScan } from "#server/scanning/scans/jobs/run-scan.ts";
import { scanHandlers, scanJob } from "#server/scanning/scans/jobs/scan-jobs.ts";
import { createSendPush } from "#server/scanning/scans/jobs/send-push.ts";
import { runSchedules } from "#server/scanning/schedules/jobs/run-schedules.ts";
import { lookUpOptOuts } from "#server/scanning/targets/store/opt-outs.ts";
import { createSendLeadMail } from "./leads/jobs/send-lead-mail.ts";
import { deleteOldData } from "./upkeep/retention.ts";
import { createSweep } from "./upkeep/sweep.ts";
import type { WorkerParts } from "./worker-parts.ts";

const DAY_MS = 86_400_000;
/** How often the addresses of opted-out hosts are looked up. */
const OPT_OUTS_MS = 15 * 60_000;

/** How often to look for tasks that have come due, and for standings that time has changed. */
const ANNOUNCE_MS = 15 * 60_000;

/** A run's id starts like its worker's, so that the operator's page can count what each worker runs. */
const runIdOf = (workerId: string): string => workerId.slice(0, 19) + randomUUID().slice(19);

/** Starts to run jobs in this process, after looking for what an earlier one left behind. */
export async function startWorker(deps: WorkerParts): Promise<{
	found: Sighting[];
	/** Call this when a tool may have been added or removed. */
	lookForTools(): void;
	stop(): Promise<void>;
}> {
	const { queue, store, timings, log, now } = deps;
	const shutdown = new AbortController();
	const workerId = randomUUID();

	const clean = async () => {
		const { scans, accounts } = await deleteOldData(deps.pool, deps.retentionDays);
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
	// The file store, which may be away, is not awaited either.
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
				"earlier-scans": createRecordEarlierScans(deps),
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
