import { questionsOf, type Template } from "#contract/assessments/template.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, readRows, uuid } from "#server/platform/db/rows.ts";
import type { TestsAdded } from "../../controls/tests-added.ts";
import { linkShown } from "../../evidence/store/insert-record.ts";
import { linkGapTasks } from "../../tasks/store/add-gap-tasks.ts";

/** Puts answers from before on controls that were added later: their evidence, and the tasks from their gaps. */
export async function linkAnswers(client: Executor, { workspaceId, clientId }: TestsAdded): Promise<void> {
	await linkShown(client, { workspaceId, clientId });
	const assessments = await readRows(
		client,
		{ id: uuid, template: json<Template>() },
		`SELECT id, template FROM assessments WHERE workspace_id = $1 AND client_id = $2
		   AND EXISTS (SELECT FROM tasks WHERE tasks.client_id = $2 AND cause_type = 'assessment'
		     AND cause_id LIKE assessments.id::text || ' %')`,
		[workspaceId, clientId],
	);
	const gaps = assessments.flatMap(({ id, template }) =>
		questionsOf(template).map((question) => ({ cause: `${id} ${question.id}`, controls: question.controls })),
	);
	await linkGapTasks(client, { workspaceId, clientId }, gaps);
}
