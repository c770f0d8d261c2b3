import { controlId } from "#contract/controls/controls.ts";
import { type ComplianceOverview, OVERVIEW_LINES } from "#contract/controls/overview.ts";
import { STANDINGS, type StandingCounts } from "#contract/controls/standing.ts";
import { decidableOf, type FrameworkId } from "#contract/frameworks/pack.ts";
import type { ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, int, oneOf, readRows, text, textOf, texts, time } from "#server/platform/db/rows.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { readPacks } from "../../packs/read-packs.ts";
import { ofScopeInAll } from "./of-scope.ts";
import { countedRun } from "./runs/counted-run.ts";
import { type ControlStanding, readStandings } from "./standings.ts";

/** How many days back changes are shown, and how many days ahead due dates are. */
const DAYS = 7;

const CONTROL = { id: id<string>(), client_id: id<ClientId>(), code: text, title: text };

/**
 * What changed, what is due, and what an auditor would find, over everything the scope sees. Retired controls are left out, and so is the
 * sample if no client is named.
 */
export async function readOverview(executor: Executor, seen: Seen, now: Date): Promise<ComplianceOverview> {
	const today = dayOf(now);
	const choices = await readChoices(executor, seen);
	if (choices.length === 0) return NOT_BEGUN;
	const [controls, standings, changed, dated] = await Promise.all([
		readRows(
			executor,
			CONTROL,
			`SELECT id, client_id, code, title FROM controls
			 WHERE workspace_id = $1 AND ${ofScopeInAll("$2", "$1")} AND state <> 'retired' ORDER BY code COLLATE "C", id`,
			[seen.workspaceId, seen.clientId],
		),
		readStandings(executor, seen, today),
		readChanged(executor, seen, now),
		readDated(executor, seen, plusDays(today, DAYS)),
	]);
	const known = controls.flatMap((control) => {
		const stands = standings.get(control.id);
		return stands ? [{ ...control, ...stands }] : [];
	});
	const tests = known.flatMap(({ id, client_id: clientId, title, nextDue }) =>
		nextDue !== null && nextDue <= plusDays(today, DAYS)
			? [{ on: nextDue, clientId, what: "test" as const, id, title }]
			: [],
	);
	const due = [...dated, ...tests].toSorted((a, b) => (a.on === b.on ? (a.id < b.id ? -1 : 1) : a.on < b.on ? -1 : 1));
	const counts: StandingCounts = { "evidence-against": 0, stale: 0, "none-seen": 0, covered: 0, "not-evaluated": 0 };
	for (const { standing } of known) counts[standing] += 1;
	return {
		begun: true,
		...changed,
		due: due.slice(0, OVERVIEW_LINES),
		dueCount: due.length,
		auditor: {
			standings: counts,
			undecided: choices.reduce((sum, { undecided }) => sum + undecided, 0),
			untested: known.filter((control) => control.tests === 0).length,
			worst: known
				.filter(({ standing }) => WORST.has(standing))
				.toSorted(worseFirst)
				.slice(0, OVERVIEW_LINES)
				.map(({ id, client_id: clientId, code, title, standing, why }) => ({
					clientId,
					controlId: controlId.parse(id),
					code,
					title,
					standing,
					why,
				})),
		},
	};
}

const NOT_BEGUN: ComplianceOverview = {
	begun: false,
	changed: [],
	changedCount: 0,
	due: [],
	dueCount: 0,
	auditor: {
		standings: { "evidence-against": 0, stale: 0, "none-seen": 0, covered: 0, "not-evaluated": 0 },
		undecided: 0,
		untested: 0,
		worst: [],
	},
};

const WORST = new Set<ControlStanding["standing"]>(["evidence-against", "stale", "not-evaluated"]);
const worseFirst = (a: ControlStanding, b: ControlStanding): number =>
	STANDINGS.indexOf(a.standing) - STANDINGS.indexOf(b.standing) || b.findings - a.findings;

type Choice = { undecided: number };

/** Each chosen framework of each client, with how many of its requirements are not decided. */
async function readChoices(executor: Executor, seen: Seen): Promise<Choice[]> {
	const { workspaceId, clientId } = seen;
	const rows = await readRows(
		executor,
		{ framework: textOf<FrameworkId>(), decided: texts },
		`SELECT framework, (SELECT coalesce(array_agg(requirement_id), '{}') FROM requirement_decisions AS decision
		   WHERE (decision.client_id, decision.framework) = (choice.client_id, choice.framework) AND state <> 'undecided') AS decided
		 FROM framework_choices AS choice
		 WHERE workspace_id = $1 AND ${ofScopeInAll("$2", "$1")} AND given_up_at IS NULL`,
		[workspaceId, clientId],
	);
	const packs = await readPacks(executor, seen, [...new Set(rows.map(({ framework }) => framework))]);
	const decidable = new Map([...packs].map(([id, pack]) => [id, new Set(decidableOf(pack).map((one) => one.id))]));
	// What is chosen and not there was deleted.
	return rows.flatMap(({ framework, decided }) => {
		const asked = decidable.get(framework);
		return asked ? [{ undecided: asked.size - decided.filter((id) => asked.has(id)).length }] : [];
	});
}

const CHANGED = {
	at: time,
	client_id: id<ClientId>(),
	control_id: id<string>(),
	code: text,
	title: text,
	what: oneOf(["failed", "passed"]),
	reason: text,
	all: int,
};

/**
 * The newest complete runs of the last days that count and whose result differs from that of the previous run on the same host. A first
 * run that passed is not a change. Each control has one line of each sort, found by walking back from its newest run.
 */
async function readChanged(
	executor: Executor,
	{ workspaceId, clientId }: Seen,
	now: Date,
): Promise<Pick<ComplianceOverview, "changed" | "changedCount">> {
	const rows = await readRows(
		executor,
		CHANGED,
		`SELECT changed.at, controls.client_id, controls.id AS control_id, code, title, changed.result AS what, changed.reason,
		   count(*) OVER () AS "all"
		 FROM controls, unnest('{failed,passed}'::text[]) AS outcome (result), LATERAL (
		   SELECT at, id, result, reason FROM test_runs AS run
		   WHERE (run.workspace_id, run.control_id) = ($1, controls.id) AND run.at >= $3 AND run.result = outcome.result AND ${countedRun("run")}
		     AND coalesce((SELECT earlier.result FROM test_runs AS earlier
		       WHERE (earlier.workspace_id, earlier.test_id, earlier.host) = ($1, run.test_id, run.host)
		         AND (earlier.at, earlier.id) < (run.at, run.id) AND earlier.result <> 'incomplete' AND ${countedRun("earlier")}
		       ORDER BY earlier.at DESC, earlier.id DESC LIMIT 1), 'passed') <> run.result
		   ORDER BY run.at DESC, run.id DESC LIMIT 1) AS changed
		 WHERE controls.workspace_id = $1 AND ${ofScopeInAll("$2", "$1")} AND controls.state <> 'retired'
		 ORDER BY changed.at DESC, changed.id DESC LIMIT ${OVERVIEW_LINES}`,
		[workspaceId, clientId, new Date(now.getTime() - DAYS * 86_400_000)],
	);
	const changed = rows.map(({ at, client_id, control_id, all: _, ...row }) => ({
		...row,
		at: at.toISOString(),
		clientId: client_id,
		controlId: controlId.parse(control_id),
	}));
	return { changed, changedCount: rows[0]?.all ?? 0 };
}

const DATED = { on: text, client_id: id<ClientId>(), what: oneOf(["task", "evidence"]), id: id<string>(), title: text };

/** Tasks, and evidence from people that counts and expires. Evidence from a run is renewed by the next run, which has its own due date. */
async function readDated(executor: Executor, { workspaceId, clientId }: Seen, last: string) {
	const rows = await readRows(
		executor,
		DATED,
		`SELECT to_char(due, 'YYYY-MM-DD') AS "on", client_id, 'task' AS what, id, title FROM tasks
		 WHERE workspace_id = $1 AND ${ofScopeInAll("$2", "$1")} AND state NOT IN ('done', 'dropped') AND due <= $3::date
		 UNION ALL
		 SELECT to_char(expires_on, 'YYYY-MM-DD'), client_id, 'evidence', id, title FROM evidence
		 WHERE workspace_id = $1 AND ${ofScopeInAll("$2", "$1")} AND expires_on <= $3::date AND state = 'accepted'
		   AND method = 'by-hand' AND kind IS DISTINCT FROM 'test-run'`,
		[workspaceId, clientId, last],
	);
	return rows.map(({ client_id, ...row }) => ({ ...row, clientId: client_id }));
}
