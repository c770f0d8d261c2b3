import { CONTROLS_LIMIT } from "#contract/controls/controls.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";
import { storedSpec } from "./stored-spec.ts";

const CONTROL = {
	workspace_id: "uuid",
	client_id: "uuid",
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
	left_out: "jsonb",
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

/** The file's own ids of what came with it. */
export type TakenControls = {
	controls: ReadonlySet<string>;
	/** Each with the control it belongs to. */
	tests: ReadonlyMap<string, string>;
};

/** Stores the controls with their tests. Owners are accounts, and are left behind. */
export async function takeInControls(destination: Destination, file: ClientFileContents): Promise<TakenControls> {
	const { client, workspaceId: workspace_id, id: client_id, idOf } = destination;
	const person = personOf(destination);
	const controls = new Set<string>();
	const tests = new Map<string, string>();
	for await (const rows of file.rows("controls")) {
		for (const { id } of rows) controls.add(id);
		if (controls.size > CONTROLS_LIMIT) throw new BadFile("This file has more controls than a client can have.");
		await insertAll(
			client,
			"controls",
			CONTROL,
			rows.map(
				({
					id,
					catalogCode: catalog_code,
					createdAt: created_at,
					requirements: _,
					tests: __,
					leftOut = [],
					...row
				}) => ({
					...row,
					workspace_id,
					client_id,
					id: idOf(id),
					catalog_code,
					created_at,
					left_out: Object.fromEntries(
						leftOut.map(({ host, reason, saidAt, by }) => [host, { reason, saidAt, by: person(by), byName: by }]),
					),
				}),
			),
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
				return {
					...key,
					title,
					kind: spec.kind,
					spec: storedSpec(spec),
					classes,
					hosts,
					every_days,
					active,
					created_at,
					changed_at,
				};
			}),
		);
		await insertAll(client, "control_tests", TEST, ofThese);
	}
	return { controls, tests };
}
