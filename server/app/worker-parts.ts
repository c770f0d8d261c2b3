import { createEarlierScans } from "#server/assurance/controls/store/runs/earlier-scans.ts";
import { createMailStore } from "#server/assurance/reports/store/mail-store.ts";
import type { MailTransport } from "#server/platform/mail/transport.ts";
import { scannerUserAgent } from "#server/platform/texts/user-agent.ts";
import type { Engines } from "#server/scanning/engines/engine.ts";
import type { Readers } from "#server/scanning/engines/readers.ts";
import type { Installing } from "#server/scanning/engines/tool-state.ts";
import type { Areas } from "./areas.ts";
import type { AppBase } from "./base.ts";

/** What only a process that runs jobs opens. */
type Opened = { engines: Engines; readers: Readers; transport: MailTransport; installation: Installing };

/** What jobs need. */
export function workerParts(base: AppBase, areas: Areas, { engines, readers, transport, installation }: Opened) {
	const { config, deps, pool } = base;
	const { publicUrl } = base.origins();
	return {
		pool,
		store: areas.scans.store,
		mails: createMailStore(pool),
		accounts: { store: areas.accounts.store, passwords: areas.accounts.passwordLine.ours },
		leads: areas.leads.store,
		invitations: areas.people.store,
		respondents: areas.respondents.mails,
		copies: areas.assessments.copies,
		notifications: areas.notifications,
		webhooks: areas.webhooks,
		tickets: areas.tickets,
		userAgent: scannerUserAgent(publicUrl),
		schedules: areas.schedules.store,
		reports: areas.reports.work,
		earlierScans: createEarlierScans(pool, deps.now, areas.recorded),
		digests: areas.findings.digests,
		accept: areas.scans.accept,
		teamEmail: config.TEAM_EMAIL,
		queue: base.queue,
		guard: areas.targets.guard,
		resolver: deps.resolver,
		engines,
		readers,
		sightings: areas.scans.sightings,
		installation,
		notices: areas.scans.notices,
		stopReason: base.operation.stopReason,
		prove: areas.targets.prove,
		limits: areas.scans.limits,
		transport,
		publicUrl,
		perMailboxAndDay: config.LIMIT_PER_EMAIL,
		retentionDays: config.RETENTION_DAYS,
		uploadLifeMs: areas.uploads.limits.lifeMs,
		deleteLooseObjects: areas.uploads.deleteLooseObjects,
		timeLimitMs: config.SCAN_TIME_LIMIT * 1_000,
		timings: deps.timings,
		now: deps.now,
		log: deps.log,
	};
}

export type WorkerParts = ReturnType<typeof workerParts>;
