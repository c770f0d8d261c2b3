import { CONTROL_KINDS } from "#contract/controls/catalog.ts";
import { CONTROL_STATES } from "#contract/controls/controls.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import { TASK_STATES } from "#contract/tasks/tasks.ts";
import type { OscalControl, OscalTask } from "../../frameworks/oscal/oscal-data.ts";
import type { ClientScope } from "../../frameworks/ports.ts";
import type { Executor } from "../pool.ts";
import { oneOf, orNull, readRows, text, texts, time, uuid } from "../rows.ts";

const CONTROL = {
	id: uuid,
	code: text,
	title: text,
	objective: text,
	kind: oneOf(CONTROL_KINDS),
	state: oneOf(CONTROL_STATES),
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

/** Controls that serve a framework, and what is to be done about them. */
export async function readOscalFacts(
	db: Executor,
	{ clientId }: ClientScope,
	framework: FrameworkId,
): Promise<{ controls: OscalControl[]; tasks: OscalTask[] }> {
	const order = new Map(PACKS[framework].requirements.map(({ id }, at) => [id, at]));
	const [controls, tasks] = await Promise.all([
		readRows(
			db,
			CONTROL,
			`SELECT id, code, title, objective, kind, state, array_agg(requirement_id) AS requirements FROM controls
			 JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = id
			 WHERE client_id = $1 AND framework = $2 AND state <> 'retired' GROUP BY controls.workspace_id, id ORDER BY code, id`,
			[clientId, framework],
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
	]);
	return {
		controls: controls.map(({ requirements, ...control }) => ({
			...control,
			requirements: requirements.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)),
		})),
		tasks: tasks.map(({ created_at, ...task }) => ({ ...task, createdAt: created_at.toISOString() })),
	};
}
