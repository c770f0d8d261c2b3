import type { Proposal, ProposalList, ProposalQuery } from "#contract/assessments/assessments.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { ClientId, WorkspaceId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { readRow, text, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { clientOf } from "../../controls/store/of-scope.ts";
import { readObserved } from "../../findings/store/read-observed.ts";
import { asksObserved, beforeProposals, observedProposals } from "../observed/proposals.ts";
import { readAnswers } from "./read-words.ts";
import { findNewestTemplate } from "./template-store.ts";

type About = { workspaceId: WorkspaceId; clientId: ClientId; subject: string };

/** What scans of the client observed for the questions of a template. They say nothing about a supplier. */
export async function readObservedProposals(
	executor: Executor,
	{ workspaceId, clientId, subject }: About,
	template: Template,
	now: Date,
): Promise<Proposal[]> {
	const isOfOthers = template.kind === "vendor" && subject !== "";
	if (isOfOthers || !asksObserved(template)) return [];
	return observedProposals(template, await readObserved(executor, { workspaceId, clientId }, now));
}

/** What can be proposed for an assessment. Undefined if there is no such template. */
export async function readProposals(
	executor: Executor,
	scope: Scope,
	{ template: templateId, subject }: ProposalQuery,
	now: Date,
): Promise<ProposalList | undefined> {
	const { workspaceId } = scope;
	const clientId = clientOf(scope);
	const template = await findNewestTemplate(executor, workspaceId, templateId);
	if (!template) return undefined;
	const about = { workspaceId, clientId, subject: subject ?? "" };
	const observed = await readObservedProposals(executor, about, template, now);
	const before = await readRow(
		executor,
		{ id: uuid, title: text },
		`SELECT id, title FROM assessments WHERE workspace_id = $1 AND client_id = $2 AND template_id = $3
		   AND state IN ('signed', 'accepted', 'closed') AND ($4::text IS NULL OR subject = $4)
		 ORDER BY changed_at DESC, id DESC LIMIT 1`,
		[workspaceId, clientId, templateId, subject ?? null],
	);
	if (!before) return { proposals: observed };
	const standings = await readAnswers(executor, { workspaceId, assessmentId: before.id });
	return { proposals: [...observed, ...beforeProposals(template, { ...before, standings })] };
}
