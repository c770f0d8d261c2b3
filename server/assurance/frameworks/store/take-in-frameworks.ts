import { insertAll } from "#server/platform/db/insert-all.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";

const OF_CLIENT = { workspace_id: "uuid", client_id: "uuid" };
const CHOICE = { ...OF_CLIENT, framework: "text", chosen_at: "timestamptz", given_up_at: "timestamptz" };
const DECISION = {
	...OF_CLIENT,
	framework: "text",
	requirement_id: "text",
	state: "text",
	justification: "text",
	said_at: "timestamptz",
	said_by: "uuid",
	said_by_name: "text",
	reviewed_at: "timestamptz",
	reasons: "text[]",
};
const APPROVAL = {
	...OF_CLIENT,
	framework: "text",
	version: "integer",
	approved_at: "timestamptz",
	approved_by: "uuid",
	approved_by_name: "text",
	note: "text",
	basis: "jsonb",
};

/** Stores which frameworks were chosen, the decisions about their requirements, and approvals of their statements. */
export async function takeInFrameworks(destination: Destination, file: ClientFileContents): Promise<void> {
	const { client, workspaceId: workspace_id, id: client_id } = destination;
	const person = personOf(destination);
	for await (const rows of file.rows("frameworks")) {
		const chosen = rows.flatMap(({ framework, chosenAt: chosen_at, givenUpAt: given_up_at }) =>
			chosen_at === null ? [] : [{ workspace_id, client_id, framework, chosen_at, given_up_at }],
		);
		await insertAll(client, "framework_choices", CHOICE, chosen);
		const decided = rows.flatMap(({ framework, decisions }) =>
			decisions.map(({ requirementId, state, justification, saidAt, saidBy, reviewedAt, reasons = [] }) => ({
				workspace_id,
				client_id,
				framework,
				requirement_id: requirementId,
				state,
				justification,
				said_at: saidAt,
				said_by: person(saidBy),
				said_by_name: saidBy,
				reviewed_at: reviewedAt,
				reasons,
			})),
		);
		await insertAll(client, "requirement_decisions", DECISION, decided);
		const approved = rows.flatMap(({ framework, approvals = [] }) =>
			approvals.map(({ version, approvedAt, approvedBy, note, basis }) => ({
				workspace_id,
				client_id,
				framework,
				version,
				approved_at: approvedAt,
				approved_by: person(approvedBy),
				approved_by_name: approvedBy,
				note,
				basis,
			})),
		);
		await insertAll(client, "statement_approvals", APPROVAL, approved);
	}
}
