import * as z from "zod/mini";
import type { Task, TaskFilter, TaskId, TaskPage } from "#contract/tasks/tasks.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import { cutPage } from "#server/platform/db/page-cursor.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, readRow, readRows, text } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { ofScopeInAll } from "../../controls/store/of-scope.ts";
import { CLASS_OF, COUNTS } from "../../controls/store/standings.ts";
import { CLASS_OF_RULE } from "../../findings/finding-classes.ts";
import { stateColumn } from "../../findings/store/finding-row.ts";
import { TASK, taskColumns, taskOfRow } from "./task-row.ts";

const PAGE = 50;

/** Open findings of each client by class, for `taskColumns`. `$1`: the workspace, `$2`: the classes of rules, `$3`: the day. */
const OPEN_BY_CLASS = `WITH ${CLASS_OF},
	open_by_class AS MATERIALIZED (
	  SELECT owned.client_id, class_of.class, sum(findings) FILTER (WHERE ${stateColumn("$3")} = 'open')::bigint AS findings
	  FROM ${COUNTS} WHERE counts.account_id = $1 AND standing IN ('open', 'accepted') GROUP BY owned.client_id, class_of.class)`;

/** Where a page ended: the day, `infinity` for none, and the id. */
type Cursor = { due: string; id: string };
const PLACE = z.tuple([z.union([z.literal("infinity"), z.iso.date()]), z.uuid()]);
const writePlace = ({ due, id }: Cursor) => Buffer.from(`${due} ${id}`).toString("base64url");
function readPlace(cursor: string): Cursor | undefined {
	const read = PLACE.safeParse(Buffer.from(cursor, "base64url").toString().split(" "));
	return read.success ? { due: read.data[0], id: read.data[1] } : undefined;
}

/** Tasks, first due first. If the scope names no client, all except the sample's. */
export async function listTasks(
	executor: Executor,
	scope: Scope,
	{ cursor, limit = PAGE, ...filter }: TaskFilter & { cursor?: string | undefined; limit?: number | undefined },
	now: Date,
): Promise<TaskPage | "bad_cursor"> {
	const after = cursor === undefined ? undefined : readPlace(cursor);
	if (cursor !== undefined && !after) return "bad_cursor";
	const today = dayOf(now);
	const listed = taskWhere(scope, filter, today, after);
	const [rows, counts] = await Promise.all([
		readRows(
			executor,
			{ ...TASK, place: text },
			`${OPEN_BY_CLASS}
			 SELECT ${taskColumns}, coalesce(to_char(due, 'YYYY-MM-DD'), 'infinity') AS place FROM tasks WHERE ${listed.text}
			 ORDER BY coalesce(due, 'infinity'), tasks.id LIMIT ${limit + 1}`,
			listed.values,
		),
		readRow(
			executor,
			{ open: int, mine: int, overdue: int },
			`SELECT count(*) AS open, count(*) FILTER (WHERE owner = $2) AS mine, count(*) FILTER (WHERE due < $3::date) AS overdue
			 FROM tasks WHERE tasks.workspace_id = $1 AND tasks.state NOT IN ('done', 'dropped')
			   AND ${ofScopeInAll("$4", "$1", "tasks.client_id")} AND ($5::uuid IS NULL OR ${isAbout("$5")})
			   AND ($6::uuid IS NULL OR ${isOfAssessment("$6::uuid")})`,
			[scope.workspaceId, scope.accountId, today, scope.clientId, filter.control ?? null, filter.assessment ?? null],
		),
	]);
	const { shown, last } = cutPage(rows, limit);
	return {
		tasks: shown.map(taskOfRow),
		next: last ? writePlace({ due: last.place, id: last.id }) : null,
		counts: counts ?? { open: 0, mine: 0, overdue: 0 },
	};
}

export async function findTask(executor: Executor, scope: Scope, id: TaskId, now: Date): Promise<Task | undefined> {
	const row = await readRow(
		executor,
		TASK,
		`${OPEN_BY_CLASS}
		 SELECT ${taskColumns} FROM tasks WHERE tasks.workspace_id = $1 AND tasks.id = $4 AND ($5::uuid IS NULL OR tasks.client_id = $5)`,
		[scope.workspaceId, CLASS_OF_RULE, dayOf(now), id, scope.clientId],
	);
	return row && taskOfRow(row);
}

const isAbout = (control: string) =>
	`EXISTS (SELECT FROM task_controls AS about WHERE about.workspace_id = tasks.workspace_id AND about.task_id = tasks.id
	   AND about.control_id = ${control})`;

/** A gap has one task, however many assessments of the same subject with the same template find it. */
const isOfAssessment = (assessment: string) =>
	`(tasks.cause_type = 'assessment' AND EXISTS (
	   SELECT FROM assessments AS this JOIN assessments AS that USING (workspace_id, client_id, template_id, subject)
	   WHERE this.workspace_id = tasks.workspace_id AND this.id = ${assessment} AND that.id::text = split_part(tasks.cause_id, ' ', 1)))`;

/** Its first values are those of OPEN_BY_CLASS. */
function taskWhere({ workspaceId, clientId, accountId }: Scope, filter: TaskFilter, today: string, after?: Cursor) {
	const { bind, add, where } = collectConditions();
	const workspace = bind(workspaceId);
	add(`tasks.workspace_id = ${workspace}`);
	for (const value of [CLASS_OF_RULE, today]) bind(value);
	const { owner, state, overdue, control, assessment } = filter;
	add(ofScopeInAll(bind(clientId), workspace, "tasks.client_id"));
	add(state ? `tasks.state = ${bind(state)}` : "tasks.state NOT IN ('done', 'dropped')");
	if (owner) add(`tasks.owner = ${bind(accountId)}`);
	if (overdue) add("due < $3::date AND tasks.state NOT IN ('done', 'dropped')");
	if (control) add(isAbout(bind(control)));
	if (assessment) add(isOfAssessment(bind(assessment)));
	if (after) add(`(coalesce(due, 'infinity'), tasks.id) > (${bind(after.due)}::date, ${bind(after.id)}::uuid)`);
	return where();
}
