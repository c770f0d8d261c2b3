import { TASKS_LIMIT } from "#contract/tasks/tasks.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { ClientFileContents, Destination } from "#server/platform/tenancy/taking-in.ts";
import type { TakenControls } from "../../controls/store/take-in-controls.ts";

const TASK = {
	workspace_id: "uuid",
	client_id: "uuid",
	id: "uuid",
	title: "text",
	note: "text",
	cause_type: "text",
	cause_id: "text",
	due: "date",
	state: "text",
	outcome: "text",
	said: "jsonb",
	created_at: "timestamptz",
	reopened_at: "timestamptz",
	ended_at: "timestamptz",
};

/** Stores the tasks. Their causes, a test or an assessment, have new ids here, as everything does. */
export async function takeInTasks(
	{ client, workspaceId: workspace_id, id: client_id, idOf }: Destination,
	file: ClientFileContents,
	{ controls, tests }: TakenControls,
	assessments: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
	const causeOf = (type: string, cause: string): string => {
		if (type === "test") {
			if (!tests.has(cause)) throw new BadFile("A task in this file is about a test that is not in it.");
			return idOf(cause);
		}
		if (type !== "assessment") return cause;
		const [assessment = "", question = ""] = cause.split(" ");
		if (!assessments.has(assessment)) {
			throw new BadFile("A task in this file is about an assessment that is not in it.");
		}
		return `${idOf(assessment)} ${question}`;
	};
	const tasks = new Set<string>();
	for await (const rows of file.rows("tasks")) {
		for (const { id } of rows) tasks.add(id);
		if (tasks.size > 2 * TASKS_LIMIT) throw new BadFile("This file has more tasks than a client can have.");
		await insertAll(
			client,
			"tasks",
			TASK,
			rows.map(
				({ id, title, note, causeType, causeId, due, state, outcome, said, createdAt, reopenedAt, endedAt }) => ({
					workspace_id,
					client_id,
					id: idOf(id),
					title,
					note,
					cause_type: causeType,
					cause_id: causeOf(causeType, causeId),
					due,
					state,
					outcome,
					said,
					created_at: createdAt,
					reopened_at: reopenedAt,
					ended_at: endedAt,
				}),
			),
		);
		const links = rows.flatMap(({ id, controls: about }) =>
			about
				.filter((control) => controls.has(control))
				.map((control) => ({ workspace_id, task_id: idOf(id), control_id: idOf(control) })),
		);
		await insertAll(client, "task_controls", { workspace_id: "uuid", task_id: "uuid", control_id: "uuid" }, links);
	}
	return tasks;
}
