import { createPapers } from "#server/assurance/assessments/paper/papers.ts";
import { wireRespondents } from "#server/assurance/assessments/respondents/wire.ts";
import { wireAssessments } from "#server/assurance/assessments/wire.ts";
import { announceStandings } from "#server/assurance/controls/store/announce-standings.ts";
import { wireControls } from "#server/assurance/controls/wire.ts";
import { wireEvidence } from "#server/assurance/evidence/wire.ts";
import { wireFindings } from "#server/assurance/findings/wire.ts";
import { readFrameworkDetails } from "#server/assurance/frameworks/store/framework-details.ts";
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
import { wireScans } from "#server/scanning/scans/wire.ts";
import { wireSchedules } from "#server/scanning/schedules/wire.ts";
import { wireTargets } from "#server/scanning/targets/wire.ts";
import { createExportAccount } from "./account-export/store/account-export.ts";
import type { AppBase } from "./base.ts";
import { wireClients } from "./clients/wire.ts";
import { createFollows } from "./follows.ts";
import { createFreeScanStore } from "./free-scans/store/free-scan-rows.ts";
import { wireLeads } from "./leads/wire.ts";
import { openSealSecrets, wireSealing } from "./sealing/wire.ts";

/** Every area, put together from its parts: everything that requests and jobs need. */
export async function wireAreas(base: AppBase) {
	const { config, deps, onClose } = base;
	const sealSecrets = await openSealSecrets(config);
	const follows = createFollows(base.queue.send);
	const accounts = wireAccounts(base, sealSecrets, follows.confirmed);
	const exportAccount = createExportAccount(base.pool, deps.now);
	const freeScans = createFreeScanStore(base.pool, follows.mergeFindings);
	const targets = await wireTargets(base);
	const notifications = await wireNotifications(base, targets);
	const scans = await wireScans(base, targets, follows.ended);
	const findings = wireFindings(base);
	const reports = wireReports(base, findings, readFrameworkDetails);
	const schedules = wireSchedules(base, targets, scans);
	const leads = wireLeads(base);
	const seals = wireSealing(base, sealSecrets);
	const objects = await openObjectStore(base);
	const uploads = wireUploads(base, { seals, objects });
	const evidence = wireEvidence(base, objects, { added: follows.evidenceAdded, deleted: follows.evidenceDeleted });
	const papers = createPapers();
	onClose(papers.close);
	const assessments = wireAssessments(base, { objects, papers });
	const frameworks = wireFrameworks(base, {
		objects,
		papers,
		assessments,
		sealSecrets,
		testsAdded: follows.testsAdded,
	});
	const controls = wireControls(base, follows);
	const tasks = wireTasks(base);
	const respondents = wireRespondents(base);
	const questionnaires = wireQuestionnaires(base);
	const people = wirePeople(base, seals, follows.timeToFixChanged);
	const tokens = wireTokens(base);
	const webhooks = await wireWebhooks(base, { ...targets, keepStandings: announceStandings });
	const tickets = await wireTickets(base, targets);
	const clients = wireClients(base, objects, follows.mergeFindings);
	const audit = wireAudit(base);
	const signOn = wireSignOn(base, targets, accounts, sealSecrets);
	return {
		accounts: { ...accounts, exportAccount },
		freeScans,
		mergeFindings: follows.mergeFindings,
		recorded: follows.recorded,
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
}

export type Areas = Awaited<ReturnType<typeof wireAreas>>;
