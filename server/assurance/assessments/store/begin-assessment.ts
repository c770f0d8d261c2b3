import { ASSESSMENTS_LIMIT, type AssessmentRequest } from "#contract/assessments/assessments.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertRow, nameNow } from "#server/platform/db/insert-row.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { int, readRow } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import { clientOf } from "../../controls/store/of-scope.ts";
import type { Asked } from "../asked.ts";
import { countsOf } from "../counts.ts";
import { findTemplate } from "./template-store.ts";

const BEGUN_PER_HOUR = 500;
const REFUSALS = ["already_exists", "limit_reached", "no_template"] as const;

export const createBeginAssessment =
	(walled: Pool, now: () => Date) =>
	(
		scope: Scope,
		{ key, request }: Asked<AssessmentRequest>,
	): Promise<Answered<WordAccepted, "already_exists" | "limit_reached" | "no_template">> => {
		const counter = { what: "assessments", whom: scope.accountId, points: BEGUN_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { assessment: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const template = await findTemplate(client, scope.workspaceId, request.template);
				if (!template) throw new Refused("no_template");
				await insert(client, scope, { request, template, at });
				return { receipt: { key, acceptedAt: at.toISOString(), taken: 1 } };
			}),
		);
	};

type Begun = { request: AssessmentRequest; template: Template; at: Date };

async function insert(client: Executor, scope: Scope, { request, template, at }: Begun): Promise<void> {
	const clientId = clientOf(scope);
	const others = await readRow(client, { n: int }, "SELECT count(*) AS n FROM assessments WHERE client_id = $1", [
		clientId,
	]);
	if (others && others.n >= ASSESSMENTS_LIMIT) throw new Refused("limit_reached");
	const saidAt = saidBy(request.saidAt, at);
	const { answered, asked, missing, differing, gaps } = countsOf(template, new Map());
	const isNew = await insertRow(
		client,
		"assessments",
		{
			workspace_id: scope.workspaceId,
			client_id: clientId,
			id: request.id,
			title: request.title,
			subject: request.subject,
			template_id: template.id,
			template_version: template.version,
			template_title: template.title,
			template_kind: template.kind,
			template: JSON.stringify(template),
			state_said_at: saidAt,
			started_at: saidAt,
			changed_at: saidAt,
			started_by: scope.accountId,
			started_by_name: nameNow(scope.accountId),
			answered,
			asked,
			missing,
			differing,
			gaps,
		},
		{ orNothing: true },
	);
	if (!isNew) throw new Refused("already_exists");
}
