import type { Respondents } from "#server/assurance/assessments/respondents/wire.ts";
import type { Assessments } from "#server/assurance/assessments/wire.ts";
import type { MergeFindings } from "#server/assurance/findings/store/finding-merge.ts";
import type { Findings } from "#server/assurance/findings/wire.ts";
import { createMailStore } from "#server/assurance/reports/store/mail-store.ts";
import type { Reports } from "#server/assurance/reports/wire.ts";
import type { UploadParts } from "#server/assurance/uploads/wire.ts";
import type { Accounts } from "#server/identity/accounts/wire.ts";
import type { Notifications } from "#server/identity/notifications/wire.ts";
import type { People } from "#server/identity/workspaces/wire.ts";
import type { Tickets } from "#server/integrations/tickets/wire.ts";
import type { Webhooks } from "#server/integrations/webhooks/wire.ts";
import { createTransport } from "#server/platform/mail/create-transport.ts";
import { watchTransport } from "#server/platform/mail/watch-transport.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import { engineSettings } from "#server/scanning/engines/engine-settings.ts";
import { toolsText } from "#server/scanning/engines/tools-text.ts";
import type { Scans } from "#server/scanning/scans/wire.ts";
import type { Schedules } from "#server/scanning/schedules/wire.ts";
import { oldTableText, watchEolTable } from "#server/scanning/software/jobs/watch-eol-table.ts";
import { replaceEolTable } from "#server/scanning/software/table.ts";
import type { Targets } from "#server/scanning/targets/wire.ts";
import { openInstalling } from "#server/scanning/tools/open-installer.ts";
import type { AppBase } from "./base.ts";
import type { Leads } from "./leads/wire.ts";
import { takeOverOldScans } from "./take-over.ts";
import { startWorker } from "./worker.ts";

type Areas = {
	targets: Targets;
	scans: Scans;
	accounts: Accounts;
	findings: Findings;
	mergeFindings: MergeFindings;
	reports: Reports;
	schedules: Schedules;
	leads: Leads;
	notifications: Notifications;
	people: People;
	respondents: Respondents;
	assessments: Assessments;
	uploads: UploadParts;
	webhooks: Webhooks;
	tickets: Tickets;
};

/** Runs jobs in this process. `addTools` starts installing missing scan tools. */
export async function work(base: AppBase, areas: Areas): Promise<{ addTools(): void }> {
	const { config, deps, pool, queue, onClose, tell } = base;
	const { log, timings, now, resolver } = deps;
	const { targets, scans, accounts, schedules } = areas;
	const { publicUrl } = base.origins();

	const transport = watchTransport(createTransport(config));
	onClose(() => transport.close());
	tell("Mail", transport.description);

	const engines = deps.createEngines({
		guard: targets.guard,
		practicePorts: targets.practicePorts,
		...engineSettings(config),
		userAgent: scannerUserAgent(publicUrl),
		onError: (part, error) => log.error({ part, error }, "a part of a scan broke"),
	});
	const readers = deps.createReaders();
	onClose(readers.close);
	const dates = await watchEolTable({
		varDir: config.VAR_DIR,
		everyMs: timings.installMs,
		now,
		use(table) {
			replaceEolTable(table);
			readers.everywhere("replaceEolTable", table);
		},
		warn: (text) => log.warn(text),
	});
	onClose(dates.stop);
	const oldDates = oldTableText(now());
	if (oldDates !== undefined) tell("Old dates", oldDates);
	const installing = openInstalling({
		config,
		engines,
		say: deps.say,
		now,
		onError: (error) => log.warn({ error }, "scan tools could not be installed"),
	});

	const worker = await startWorker({
		pool,
		store: scans.store,
		mails: createMailStore(pool),
		accounts: { store: accounts.store, passwords: accounts.passwordLine.ours },
		leads: areas.leads.store,
		invitations: areas.people.store,
		respondents: areas.respondents.mails,
		copies: areas.assessments.copies,
		notifications: areas.notifications,
		webhooks: areas.webhooks,
		tickets: areas.tickets,
		userAgent: scannerUserAgent(publicUrl),
		schedules: schedules.store,
		reports: areas.reports.work,
		digests: areas.findings.digests,
		accept: scans.accept,
		teamEmail: config.TEAM_EMAIL,
		queue,
		guard: targets.guard,
		resolver,
		engines,
		readers,
		sightings: scans.sightings,
		installation: installing.state,
		notices: scans.notices,
		stopReason: base.operation.stopReason,
		prove: targets.prove,
		limits: scans.limits,
		transport,
		publicUrl,
		perMailboxAndDay: config.LIMIT_PER_EMAIL,
		retentionDays: config.RETENTION_DAYS,
		uploadLifeMs: areas.uploads.limits.lifeMs,
		deleteLooseObjects: areas.uploads.deleteLooseObjects,
		timeLimitMs: config.SCAN_TIME_LIMIT * 1_000,
		timings,
		now,
		log,
	});
	// Running scans are stopped and handed back before the queue waits for them.
	onClose(worker.stop);
	tell("Scan tools", toolsText(worker.found, engines));

	const stop = new AbortController();
	const takingOver = takeOverOldScans(pool, { mergeFindings: areas.mergeFindings, log, stop: stop.signal }).catch(
		base.onDatabaseError,
	);
	onClose(() => {
		stop.abort();
		return takingOver;
	});
	return { addTools: () => onClose(installing.begin(timings.installMs, worker.lookForTools)) };
}
