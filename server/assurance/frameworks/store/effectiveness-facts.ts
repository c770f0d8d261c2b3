import type { TestSpec } from "#contract/controls/tests.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { TIME_TO_FIX, type TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, int, json, orNull, readRow, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { ClientScope } from "#server/platform/tenancy/scope.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { LEFT_OUT_HOSTS } from "../../controls/store/left-out.ts";
import { retiredAt, wasThere } from "../../controls/store/retired.ts";
import { timeToFixOf } from "../../controls/store/time-to-fix.ts";
import { listHosts } from "../../findings/store/hosts/workspace-hosts.ts";
import { packOf } from "../../packs/read-packs.ts";
import { startOf } from "../effectiveness/days.ts";
import { addedOn, type EffectivenessFacts, lastDue, type WindowFacts } from "../effectiveness/facts.ts";
import { periodsOf } from "../effectiveness/periods.ts";
import { ranOnHosts } from "../effectiveness/ran-on-hosts.ts";
import { readRunsByPeople, readRunsOnHosts } from "./runs-in-window.ts";

const CONTROL = { id: uuid, code: text, title: text, retired_on: orNull(text), left_out: texts, requirements: texts };
const TEST = {
	id: uuid,
	control_id: uuid,
	title: text,
	spec: json<TestSpec>(),
	every_days: int,
	active: flag,
	created_at: time,
	changed_at: orNull(time),
};

/** Controls that serve a framework and were not retired before a window, with their tests. */
export async function readWindowFacts(
	db: Executor,
	{ workspaceId, clientId }: ClientScope,
	{ framework, from, to, now }: Window & { framework: FrameworkId; now: Date },
): Promise<WindowFacts> {
	const pack = await packOf(db, { workspaceId }, framework);
	const [controls, tests, first] = await Promise.all([
		readRows(
			db,
			CONTROL,
			`SELECT id, code, title, to_char(${retiredAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS retired_on,
			   ${LEFT_OUT_HOSTS} AS left_out,
			   array_agg(requirement_id) AS requirements
			 FROM controls JOIN control_requirements AS link ON link.workspace_id = controls.workspace_id AND control_id = id
			 WHERE client_id = $1 AND framework = $2 AND ${wasThere("$3")} GROUP BY controls.workspace_id, id ORDER BY code, id`,
			[clientId, framework, startOf(from)],
		),
		readRows(
			db,
			TEST,
			`SELECT test.id, control_id, test.title, spec, every_days, active, test.created_at, changed_at FROM control_tests AS test
			 JOIN controls ON controls.workspace_id = test.workspace_id AND controls.id = control_id
			 WHERE client_id = $1 ORDER BY test.created_at, test.id`,
			[clientId],
		),
		readRow(
			db,
			{ at: orNull(time), time_to_fix: json<TimeToFix>() },
			// Findings stay when old scans are deleted.
			`SELECT least((SELECT min(finished_at) FROM scans WHERE owner = $1::text AND status = 'completed' AND host IS NOT NULL),
			   (SELECT min(first_seen_at) FROM findings WHERE account_id = $1::uuid)) AS at, ${timeToFixOf("$1::uuid")} AS time_to_fix`,
			[workspaceId],
		),
	]);
	const testsOf = Map.groupBy(tests, ({ control_id }) => control_id);
	const order = new Map(pack.requirements.map(({ id }, at) => [id, at]));
	return {
		framework,
		from,
		to,
		today: dayOf(now),
		firstScanAt: first?.at?.toISOString() ?? null,
		timeToFix: first?.time_to_fix ?? TIME_TO_FIX,
		controls: controls.map(({ id, code, title, retired_on, left_out, requirements }) => ({
			controlId: id,
			code,
			title,
			retiredOn: retired_on,
			leftOut: left_out,
			requirements: requirements.toSorted((a, b) => (order.get(a) ?? order.size) - (order.get(b) ?? order.size)),
			tests: (testsOf.get(id) ?? []).map((test) => ({
				testId: test.id,
				title: test.title,
				spec: test.spec,
				everyDays: test.every_days,
				active: test.active,
				createdAt: test.created_at,
				changedAt: test.changed_at,
			})),
		})),
	};
}

/** The same with the hosts of now and what ran in the window. */
export async function readEffectivenessFacts(
	db: Executor,
	scope: ClientScope,
	facts: WindowFacts,
): Promise<EffectivenessFacts> {
	const { from, to, controls } = facts;
	const of = { from, to, tests: controls.flatMap(({ tests }) => tests.map(({ testId }) => testId)) };
	const [hosts, onHosts, byPeople] = await Promise.all([
		listHosts(db, scope),
		readRunsOnHosts(db, scope, of),
		readRunsByPeople(db, scope, of),
	]);
	return {
		...facts,
		hosts,
		controls: controls.map((control) => ({
			...control,
			tests: control.tests.map((test) => {
				const { everyDays } = test;
				const periods = periodsOf({ from, to: lastDue(facts, control.retiredOn), added: addedOn(test), everyDays });
				const { runs, looked } = ranOnHosts(onHosts.get(test.testId) ?? [], { ...periods, everyDays });
				return { ...test, runs: [...runs, ...(byPeople.get(test.testId) ?? [])], looked };
			}),
		})),
	};
}
