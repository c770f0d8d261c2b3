import { ASSESSMENT_STATES } from "#contract/assessments/state.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, oneOf, type RowOf, readRow, text, time, uuid } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { ofScope } from "../../controls/store/of-scope.ts";

const HELD = {
	id: uuid,
	client_id: id<ClientId>(),
	title: text,
	subject: text,
	template: json<Template>(),
	state: oneOf(ASSESSMENT_STATES),
	state_said_at: time,
	started_by: id<AccountId>(),
	revision: int,
};
export type HeldAssessment = RowOf<typeof HELD>;

/** An assessment as the scope sees it, locked until the transaction ends: entries about it are handled one after another. */
export const holdAssessment = (
	client: Executor,
	{ workspaceId, clientId }: Seen,
	assessmentId: string,
): Promise<HeldAssessment | undefined> =>
	readRow(
		client,
		HELD,
		`SELECT ${Object.keys(HELD).join(", ")} FROM assessments WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")} FOR NO KEY UPDATE`,
		[workspaceId, assessmentId, clientId],
	);
