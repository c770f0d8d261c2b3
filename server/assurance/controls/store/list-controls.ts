import { CONTROL_KINDS } from "#contract/controls/catalog.ts";
import {
	CONTROL_STATES,
	type ControlFilter,
	type ControlSummary,
	controlId,
	type ServedRequirement,
} from "#contract/controls/controls.ts";
import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";
import { isOwn } from "#contract/frameworks/pack.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { collectConditions } from "#server/platform/db/conditions.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, json, oneOf, orNull, type RowOf, readRows, text } from "#server/platform/db/rows.ts";
import { ofClient } from "#server/platform/tenancy/of-client.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { CLASS_OF_RULE, ruleColumn } from "../../findings/finding-classes.ts";
import { isLeftOut } from "./left-out.ts";
import { clientOf } from "./of-scope.ts";
import { ownerColumn } from "./person.ts";
import { type ControlStanding, readStandings } from "./standings.ts";

export const CONTROL = {
	id: id<string>(),
	client_id: id<ClientId>(),
	code: text,
	title: text,
	kind: oneOf(CONTROL_KINDS),
	state: oneOf(CONTROL_STATES),
	owner: orNull(json<{ accountId: AccountId; name: string }>()),
	open_tasks: int,
	requirements: json<ServedRequirement[]>(),
};

/** For a statement that selects from `controls`. */
export const controlColumns = `controls.id, controls.client_id, code, title, kind, state,
	${ownerColumn("controls.owner", "controls.workspace_id")} AS owner,
	(SELECT count(*) FROM task_controls AS about JOIN tasks ON tasks.workspace_id = about.workspace_id AND tasks.id = about.task_id
	 WHERE about.workspace_id = controls.workspace_id AND about.control_id = controls.id AND tasks.ended_at IS NULL) AS open_tasks,
	(SELECT coalesce(jsonb_agg(jsonb_build_object('framework', framework, 'requirementId', requirement_id)
	   ORDER BY array_position('{${FRAMEWORK_IDS.join(",")}}'::text[], framework), requirement_id COLLATE "C"), '[]')
	 FROM control_requirements AS link
	 WHERE link.workspace_id = controls.workspace_id AND link.control_id = controls.id
	   -- Links to a framework that the workspace deleted stay, in case it is put back.
	   AND (NOT starts_with(framework, 'own-') OR EXISTS (SELECT FROM own_frameworks AS own
	     WHERE own.workspace_id = link.workspace_id AND own.id = framework AND deleted_at IS NULL))) AS requirements`;

const NOTHING_KNOWN: ControlStanding = {
	standing: "not-evaluated",
	why: "",
	reviewedByAuthor: undefined,
	findings: 0,
	tests: 0,
	nextDue: null,
};

export function controlOfRow(row: RowOf<typeof CONTROL>, known: ControlStanding = NOTHING_KNOWN): ControlSummary {
	const { standing, why, findings, nextDue } = known;
	return {
		id: controlId.parse(row.id),
		clientId: row.client_id,
		code: row.code,
		title: row.title,
		kind: row.kind,
		state: row.state,
		owner: row.owner,
		standing,
		why,
		findings,
		openTasks: row.open_tasks,
		nextDue,
		requirements: row.requirements.filter((one) => !isOwn(one.framework)) as ControlSummary["requirements"],
		ownRequirements: row.requirements.filter((one) => isOwn(one.framework)) as ControlSummary["ownRequirements"],
	};
}

/** The controls of a client, by code. */
export async function listControls(
	executor: Executor,
	seen: Seen,
	filter: ControlFilter,
	now: Date,
): Promise<ControlSummary[]> {
	const today = dayOf(now);
	const clientId = clientOf(seen);
	const { bind, add, where } = collectConditions();
	add(`controls.workspace_id = ${bind(seen.workspaceId)} AND controls.client_id = ${bind(clientId)}`);
	const { framework, requirement, finding, host } = filter;
	if (framework) {
		const one = requirement === undefined ? "" : ` AND requirement_id = ${bind(requirement)}`;
		add(
			`EXISTS (SELECT FROM control_requirements AS link WHERE link.workspace_id = controls.workspace_id
			   AND link.control_id = controls.id AND framework = ${bind(framework)}${one})`,
		);
	}
	const speaking = (from: string, which: string) =>
		add(
			`controls.id IN (SELECT test.control_id FROM ${from} AS known
			   JOIN jsonb_to_recordset(${bind(CLASS_OF_RULE)}) AS class_of (rule text, class text) ON class_of.rule = ${ruleColumn("known.rule")}
			   JOIN control_tests AS test ON test.workspace_id = known.account_id AND test.active AND test.kind = 'scan'
			     AND class_of.class = ANY (test.classes) AND (test.hosts = '{}' OR known.asset = ANY (test.hosts))
			     AND test.control_id = controls.id AND NOT ${isLeftOut("known.asset")}
			 WHERE known.account_id = ${bind(seen.workspaceId)} AND ${which} AND known.standing IN ('open', 'accepted')
			   AND ${ofClient("known.asset", bind(seen.workspaceId), bind(clientId))})`,
		);
	if (finding !== undefined) speaking("findings", `known.fingerprint = ${bind(finding)}`);
	if (host !== undefined) speaking("finding_counts", `known.asset = ${bind(host.toLowerCase())}`);
	const condition = where();
	const [rows, standings] = await Promise.all([
		readRows(
			executor,
			CONTROL,
			`SELECT ${controlColumns} FROM controls WHERE ${condition.text} ORDER BY code COLLATE "C"`,
			condition.values,
		),
		readStandings(executor, { ...seen, clientId }, today),
	]);
	return rows.map((row) => controlOfRow(row, standings.get(row.id)));
}
