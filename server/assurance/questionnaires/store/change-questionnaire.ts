import type { QuestionnaireChange, QuestionnaireId } from "#contract/questionnaires/questionnaires.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

/** Writes the fields that were given. False if there is no such questionnaire. */
export async function changeQuestionnaire(
	client: Executor,
	{ workspaceId, clientId }: Scope,
	id: QuestionnaireId,
	{ title, customer, due, state }: QuestionnaireChange,
): Promise<boolean> {
	const { bind, add, where } = collectConditions();
	add(`workspace_id = ${bind(workspaceId)}`);
	add(`id = ${bind(id)}`);
	if (clientId !== null) add(`client_id = ${bind(clientId)}`);
	const columns = Object.entries({ title, customer, due, state }).filter(([, value]) => value !== undefined);
	// Without a field, it only says whether the questionnaire exists.
	const set = ["id = id", ...columns.map(([name, value]) => `${name} = ${bind(value)}`)];
	const { text, values } = where();
	const { rowCount } = await client.query(`UPDATE questionnaires SET ${set.join(", ")} WHERE ${text}`, values);
	return rowCount === 1;
}
