import { CONTROL_KINDS } from "#contract/controls/catalog.ts";
import { CONTROL_STATES } from "#contract/controls/controls.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { TASK_STATES } from "#contract/tasks/tasks.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { oneOf, orNull, readRow, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { retiredAt, wasThere } from "../../controls/store/retired.ts";
import { packOf } from "../../packs/read-packs.ts";
import { endOf, startOf } from "../effectiveness/days.ts";
import type { OscalControl, OscalTask } from "../oscal/oscal-data.ts";

const CONTROL = {
	id: uuid,
	code: text,
	title: text,
	objective: text,
	kind: oneOf(CONTROL_KINDS),
	state: oneOf(CONTROL_STATES),
	retired_on: orNull(text),
	requirements: texts,
};
const TASK = {
	id: uuid,
	title: text,
	note: text,
	due: orNull(text),
	state: oneOf(TASK_STATES),
	created_at: time,
	controls: texts,
};

/** Controls that serve a framework and were not retired before a day, what has to be done about them, and when any of it last changed. */
export async function readOscalFacts(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ framework, from, to }: { framework: FrameworkId } & Window,
): Promise<{ controls: OscalControl[]; tasks: OscalTask[]; changedAt: Date }> {
	const pack = await packOf(db, { workspaceId }, framework);
	const order = new Map(pack.requirements.map(({ id }, at) => [id, at]));
	const [controls, tasks, changed] = await Promise.all([
		readRows(
			db,
			CONTROL,
			`SELECT id, code, title, objective, kind, state, to_char(${retiredAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS retired_on,
			   array_agg(requirement_id) AS requirements
			 FROM controls JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = id
			 WHERE client_id = $1 AND framework = $2 AND ${wasThere("$3")} GROUP BY controls.workspace_id, id ORDER BY code, id`,
			[clientId, framework, startOf(from)],
		),
		readRows(
			db,
			TASK,
			`SELECT tasks.id, tasks.title, note, to_char(due, 'YYYY-MM-DD') AS due, tasks.state, tasks.created_at,
			   array_agg(code ORDER BY code) AS controls
			 FROM tasks JOIN task_controls AS link ON link.workspace_id = tasks.workspace_id AND task_id = tasks.id
			 JOIN controls ON controls.workspace_id = link.workspace_id AND controls.id = link.control_id
			 WHERE tasks.client_id = $1 AND tasks.state NOT IN ('done', 'dropped') AND controls.state <> 'retired'
			   AND EXISTS (SELECT FROM control_requirements AS serves WHERE serves.workspace_id = controls.workspace_id
			     AND serves.control_id = controls.id AND framework = $2)
			 GROUP BY tasks.workspace_id, tasks.id ORDER BY tasks.id`,
			[clientId, framework],
		),
		readRow(
			db,
			{ at: orNull(time) },
			`SELECT greatest(
			   (SELECT max(at) FROM test_runs WHERE client_id = $2 AND at < $4),
			   (SELECT max(received_at) FROM said_words WHERE workspace_id = $1 AND client_id = $2
			      AND subject_type IN ('requirement', 'control', 'task')),
			   (SELECT max(greatest(controls.created_at, test.created_at, changed_at)) FROM controls LEFT JOIN control_tests AS test
			      ON test.workspace_id = controls.workspace_id AND test.control_id = controls.id WHERE client_id = $2),
			   (SELECT max(greatest(created_at, reopened_at, (said ->> 'state')::timestamptz)) FROM tasks WHERE client_id = $2),
			   (SELECT max(greatest(chosen_at, given_up_at)) FROM framework_choices WHERE client_id = $2 AND framework = $3),
			   (SELECT greatest(loaded_at, taken_out_at) FROM framework_catalogs WHERE workspace_id = $1 AND framework = $3)) AS at`,
			[workspaceId, clientId, framework, endOf(to)],
		),
	]);
	return {
		changedAt: changed?.at ?? startOf(from),
		controls: controls.map(({ requirements, retired_on, ...control }) => ({
			...control,
			retiredOn: retired_on,
			requirements: requirements.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)),
		})),
		tasks: tasks.map(({ created_at, ...task }) => ({ ...task, createdAt: created_at.toISOString() })),
	};
}
