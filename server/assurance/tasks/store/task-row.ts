import { classId } from "#contract/controls/classes.ts";
import { controlId } from "#contract/controls/controls.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { TASK_STATES, type Task, type TaskCause, taskId } from "#contract/tasks/tasks.ts";
import { id, int, json, oneOf, orNull, type RowOf, text, time } from "#server/platform/db/rows.ts";
import { ownerColumn } from "../../controls/store/person.ts";
import { labelOfClass } from "../../findings/finding-classes.ts";

export const TASK = {
	id: id<string>(),
	client_id: id<ClientId>(),
	title: text,
	note: text,
	cause_type: oneOf(["findings", "test", "assessment", "person"]),
	cause_id: text,
	cause_title: orNull(text),
	owner: orNull(json<{ accountId: AccountId; name: string }>()),
	due: orNull(text),
	state: oneOf(TASK_STATES),
	outcome: text,
	created_at: time,
	reopened_at: orNull(time),
	controls: json<{ controlId: string; code: string; title: string }[]>(),
	findings: orNull(int),
};

/** For a statement that selects from `tasks`, after `open_by_class` (client_id, class, findings): the findings that are currently open. */
export const taskColumns = `tasks.id, tasks.client_id, tasks.title, note, cause_type, cause_id,
	CASE cause_type
	 WHEN 'test' THEN (SELECT test.title FROM control_tests AS test
	   WHERE test.workspace_id = tasks.workspace_id AND test.id::text = tasks.cause_id)
	 WHEN 'assessment' THEN (SELECT assessments.title FROM assessments
	   WHERE assessments.workspace_id = tasks.workspace_id AND assessments.id::text = split_part(tasks.cause_id, ' ', 1))
	 END AS cause_title,
	${ownerColumn("tasks.owner", "tasks.workspace_id")} AS owner, to_char(due, 'YYYY-MM-DD') AS due, tasks.state, outcome,
	tasks.created_at, reopened_at,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('controlId', controls.id, 'code', code, 'title', controls.title) ORDER BY code), '[]')
	 FROM task_controls AS about JOIN controls ON controls.workspace_id = about.workspace_id AND controls.id = about.control_id
	 WHERE about.workspace_id = tasks.workspace_id AND about.task_id = tasks.id) AS controls,
	CASE WHEN cause_type = 'findings' THEN coalesce((SELECT findings FROM open_by_class
	 WHERE open_by_class.client_id = tasks.client_id AND open_by_class.class = tasks.cause_id), 0) END AS findings`;

export const taskOfRow = (row: RowOf<typeof TASK>): Task => ({
	id: taskId.parse(row.id),
	clientId: row.client_id,
	title: row.title,
	note: row.note,
	cause: causeOf(row),
	controls: row.controls.map((control) => ({ ...control, controlId: controlId.parse(control.controlId) })),
	owner: row.owner,
	due: row.due,
	state: row.state,
	outcome: row.outcome,
	createdAt: row.created_at.toISOString(),
	reopenedAt: row.reopened_at?.toISOString() ?? null,
	findings: row.findings,
});

function causeOf({ cause_type: type, cause_id: id, cause_title: title }: RowOf<typeof TASK>): TaskCause {
	if (type === "findings") return { type, class: classId.parse(id), label: labelOfClass(id) };
	if (type === "test") return { type, testId: id, title: title ?? "" };
	if (type === "assessment") {
		const [assessmentId = "", questionId = ""] = id.split(" ");
		return { type, assessmentId, questionId, title: title ?? "" };
	}
	return { type };
}
