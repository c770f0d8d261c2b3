import { createPapers } from "#server/assurance/assessments/paper/papers.ts";
import { wireRespondents } from "#server/assurance/assessments/respondents/wire.ts";
import { wireAssessments } from "#server/assurance/assessments/wire.ts";
import { announceStandings } from "#server/assurance/controls/store/announce-standings.ts";
import { wireControls } from "#server/assurance/controls/wire.ts";
import { wireEvidence } from "#server/assurance/evidence/wire.ts";
import { wireFindings } from "#server/assurance/findings/wire.ts";
import { wireFrameworks } from "#server/assurance/frameworks/wire.ts";
import { wireQuestionnaires } from "#server/assurance/questionnaires/wire.ts";
import { wireReports } from "#server/assurance/reports/wire.ts";
import { wireTasks } from "#server/assurance/tasks/wire.ts";
import { openObjectStore } from "#server/assurance/uploads/open-object-store.ts";
import { wireUploads } from "#server/assurance/uploads/wire.ts";
import { wireAccounts } from "#server/identity/accounts/wire.ts";
import { wireNotifications } from "#server/identity/notifications/wire.ts";
import { wireSignOn } from "#server/identity/sign-on/wire.ts";
import { wireAudit } from "#server/identity/workspaces/audit/wire.ts";
import { wireTokens } from "#server/identity/workspaces/tokens/wire.ts";
import { wirePeople } from "#server/identity/workspaces/wire.ts";
import { wireTickets } from "#server/integrations/tickets/wire.ts";
import { wireWebhooks } from "#server/integrations/webhooks/wire.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { wireScans } from "#server/scanning/scans/wire.ts";
import { wireSchedules } from "#server/scanning/schedules/wire.ts";
import { wireTargets } from "#server/scanning/targets/wire.ts";
import { createExportAccount } from "./account-export/store/account-export.ts";
import type { AppDeps } from "./app-deps.ts";
import { type AppBase, openBase } from "./base.ts";
import { wireClients } from "./clients/wire.ts";
import { createFollows } from "./follows.ts";
import { createFreeScanStore } from "./free-scans/store/free-scan-rows.ts";
import { wireLeads } from "./leads/wire.ts";
import { openSealSecrets, wireSealing } from "./sealing.ts";
import { serve } from "./wire-http.ts";
import { work } from "./wire-jobs.ts";
import { workApart } from "./worker-process/wire.ts";

export type Plumbline = {
	/** Where people reach it. */
	publicUrl: string;
	/** The port it listens on; undefined for a worker, which does not. */
	port: number | undefined;
	/** Where the practice target listens. */
	practicePorts: number[];
	/** What the banner says, as pairs of a label and a text. */
	facts: [label: string, text: string][];
	/** Resolves with a sentence when it cannot go on, such as when the embedded database is gone. */
	broken: Promise<string>;
	/** Starts installing missing scan tools; call it once everything else is ready. */
	addTools(): void;
	/** Call it before `close`: has load balancers send requests elsewhere, and answers everything meanwhile. */
	leave(): Promise<void>;
	close(): Promise<void>;
};

/** Starts everything this process does. If a part fails to start, whatever was already started is closed again. */
export async function startPlumbline(config: Config, deps: AppDeps): Promise<Plumbline> {
	const closers = createClosers();
	const closeAll = () => closers.closeAll((error) => deps.log.error({ error }, "not closed cleanly"));
	try {
		return { ...(await start(config, deps, closers.add)), close: closeAll };
	} catch (error) {
		await closeAll();
		throw error;
	}
}

async function start(config: Config, deps: AppDeps, onClose: AppBase["onClose"]): Promise<Omit<Plumbline, "close">> {
	const facts: Plumbline["facts"] = [];
	const tell: AppBase["tell"] = (label, text) => {
		const same = facts.find(([known]) => known === label && label !== "");
		if (same) same[1] = text;
		else facts.push([label, text]);
	};
	const apart = config.ROLE === "all" ? deps.workerProcess : undefined;
	const base = await openBase(config, deps, { works: config.ROLE !== "api" && !apart, tell, onClose });

	const sealSecrets = await openSealSecrets(config);
	const follows = createFollows(base.queue.send);
	const accounts = wireAccounts(base, sealSecrets, follows.confirmed);
	const exportAccount = createExportAccount(base.pool, deps.now);
	const freeScans = createFreeScanStore(base.pool, follows.mergeFindings);
	const targets = await wireTargets(base);
	const notifications = await wireNotifications(base, targets);
	const scans = await wireScans(base, targets, follows.ended);
	const findings = wireFindings(base);
	const reports = wireReports(base, findings);
	const schedules = wireSchedules(base, targets, scans);
	const leads = wireLeads(base);
	const seals = wireSealing(base, sealSecrets);
	const objects = await openObjectStore(base);
	const uploads = wireUploads(base, { seals, objects });
	const evidence = wireEvidence(base, objects);
	const papers = createPapers();
	onClose(papers.close);
	const assessments = wireAssessments(base, { objects, papers });
	const frameworks = wireFrameworks(base, findings, { objects, papers, assessments });
	const controls = wireControls(base, follows.recorded);
	const tasks = wireTasks(base);
	const respondents = wireRespondents(base);
	const questionnaires = wireQuestionnaires(base);
	const people = wirePeople(base, seals);
	const tokens = wireTokens(base);
	const webhooks = await wireWebhooks(base, { ...targets, keepStandings: announceStandings });
	const tickets = await wireTickets(base, targets);
	const clients = wireClients(base, objects, follows.mergeFindings);
	const audit = wireAudit(base);
	const signOn = wireSignOn(base, targets, accounts, sealSecrets);
	const areas = {
		accounts: { ...accounts, exportAccount },
		freeScans,
		mergeFindings: follows.mergeFindings,
		targets,
		notifications,
		scans,
		findings,
		reports,
		schedules,
		leads,
		uploads,
		evidence,
		frameworks,
		controls,
		tasks,
		respondents,
		assessments,
		questionnaires,
		people,
		tokens,
		webhooks,
		tickets,
		clients,
		audit,
		seals,
		signOn,
	};

	// Ends after the last request and before the database.
	if (apart) onClose(apart.close);
	const served = config.ROLE === "worker" ? undefined : await serve(base, areas);
	const worker = base.works ? await work(base, areas) : apart;
	if (apart && served) await workApart(apart, base, { targets, port: served.port });
	// Closed first: from then on, lost connections are no news.
	onClose(base.willClose);
	base.readiness.open();
	return {
		publicUrl: base.origins().publicUrl,
		port: served?.port,
		practicePorts: targets.practicePorts,
		facts,
		broken: base.broken,
		addTools: () => worker?.addTools(),
		async leave() {
			apart?.leave();
			await served?.leave();
		},
	};
}

/** What to close at the end, newest first. `closeAll` closes everything, even if some of it fails. */
function createClosers() {
	const closers: (() => unknown)[] = [];
	return {
		add: (close: () => unknown) => closers.push(close),
		async closeAll(onError: (error: unknown) => void) {
			for (let close = closers.pop(); close; close = closers.pop()) {
				try {
					await close();
				} catch (error) {
					onError(error);
				}
			}
		},
	};
}
