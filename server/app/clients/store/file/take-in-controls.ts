import { CONTROLS_LIMIT } from "#contract/controls/controls.ts";
import { TASKS_LIMIT } from "#contract/tasks/tasks.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import type { ReadClientFile } from "../../file/read-client-file.ts";
import { insertAll } from "./insert-all.ts";
import { personOf, type Target } from "./take-in-target.ts";

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
};
const CONTROL = {
	...OF_CLIENT,
	id: "uuid",
	code: "text",
	title: "text",
	objective: "text",
	kind: "text",
	state: "text",
	reason: "text",
	catalog_code: "text",
	said: "jsonb",
	created_at: "timestamptz",
};
const LINK = { workspace_id: "uuid", control_id: "uuid", framework: "text", requirement_id: "text", source: "text" };
const TEST = {
	workspace_id: "uuid",
	id: "uuid",
	control_id: "uuid",
	title: "text",
	kind: "text",
	spec: "jsonb",
	classes: "text[]",
	hosts: "text[]",
	every_days: "integer",
	active: "boolean",
	created_at: "timestamptz",
	changed_at: "timestamptz",
};
const TASK = {
	...OF_CLIENT,
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

/** Ids as the file has them, of what came with it. */
type Taken = {
	controls: ReadonlySet<string>;
	/** Each with the control it belongs to. */
	tests: ReadonlyMap<string, string>;
};

/** Stores what was chosen and decided, and the controls with their tests. Owners are accounts, and stay behind. */
export async function takeInControls(target: Target, file: ReadClientFile): Promise<Taken> {
	const { client, workspaceId: workspace_id, id: client_id, idOf } = target;
	const person = personOf(target);
	for await (const rows of file.rows("frameworks")) {
		const chosen = rows.flatMap(({ framework, chosenAt: chosen_at, givenUpAt: given_up_at }) =>
			chosen_at === null ? [] : [{ workspace_id, client_id, framework, chosen_at, given_up_at }],
		);
		await insertAll(client, "framework_choices", CHOICE, chosen);
		const decided = rows.flatMap(({ framework, decisions }) =>
			decisions.map(({ requirementId, state, justification, saidAt, saidBy, reviewedAt }) => ({
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
			})),
		);
		await insertAll(client, "requirement_decisions", DECISION, decided);
	}
	const controls = new Set<string>();
	const tests = new Map<string, string>();
	for await (const rows of file.rows("controls")) {
		for (const { id } of rows) controls.add(id);
		if (controls.size > CONTROLS_LIMIT) throw new BadFile("This file has more controls than a client can have.");
		await insertAll(
			client,
			"controls",
			CONTROL,
			rows.map(({ id, catalogCode: catalog_code, createdAt: created_at, requirements: _, tests: __, ...row }) => ({
				...row,
				workspace_id,
				client_id,
				id: idOf(id),
				catalog_code,
				created_at,
			})),
		);
		const links = rows.flatMap(({ id, requirements }) =>
			requirements.map(({ framework, requirementId: requirement_id, source }) => {
				return { workspace_id, control_id: idOf(id), framework, requirement_id, source };
			}),
		);
		await insertAll(client, "control_requirements", LINK, links);
		const ofThese = rows.flatMap(({ id: controlId, tests: own }) =>
			own.map(({ id, title, spec, everyDays: every_days, active, createdAt: created_at, changedAt: changed_at }) => {
				tests.set(id, controlId);
				const [classes, hosts] = spec.kind === "scan" ? [spec.classes, spec.hosts] : [[], []];
				const key = { workspace_id, id: idOf(id), control_id: idOf(controlId) };
				return { ...key, title, kind: spec.kind, spec, classes, hosts, every_days, active, created_at, changed_at };
			}),
		);
		await insertAll(client, "control_tests", TEST, ofThese);
	}
	return { controls, tests };
}

/** Stores the tasks. The test or the assessment that is the cause of one gets another id here, as all do. */
export async function takeInTasks(
	{ client, workspaceId: workspace_id, id: client_id, idOf }: Target,
	file: ReadClientFile,
	{ controls, tests }: Taken,
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
