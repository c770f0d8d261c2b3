import type { ClassId } from "#contract/controls/classes.ts";
import type { RunResult } from "#contract/controls/tests.ts";
import type { ClientId } from "#contract/ids.ts";
import { isEnded, TASK_STATES, type TaskState } from "#contract/tasks/tasks.ts";
import { canSee, classOf, labelOfClass, ruleColumn } from "../../controls/finding-classes.ts";
import { fixBy, type PresentFinding } from "../../controls/judge-run.ts";
import { dayOf } from "../../findings/track.ts";
import { type CauseNow, moveByCause } from "../../tasks/move-task.ts";
import { uuidV7 } from "../../uuid-v7.ts";
import type { RunTest, TakenOver } from "../controls/record-runs.ts";
import { stateColumn } from "../findings/finding-row.ts";
import type { Executor } from "../pool.ts";
import { json, oneOf, readRows, text, time, uuid } from "../rows.ts";
import { ofClient } from "../workspaces/of-client.ts";

/** A class of findings that a run failed for. */
type Failure = {
	class: ClassId;
	/** The controls whose tests failed for it. */
	controls: string[];
	owner: string | null;
	/** The earliest last day to fix one of its findings; null if all are rated none. */
	due: string | null;
	isSeen: boolean;
	isNew: boolean;
};

type Judged = { test: RunTest; result: RunResult };
type Scan = TakenOver & { clientId: ClientId };

const TASK = {
	id: uuid,
	cause_id: text,
	state: oneOf(TASK_STATES),
	state_at: time,
	said: json<Record<string, string>>(),
};

/**
 * The tasks of a client that follow from the runs of one scan: one for each class of findings that a test failed for, over all hosts.
 * It is due on the last day to fix the finding that has to be fixed first, unless a person gave it a day. How a run moves a task that
 * is there: moveByCause.
 */
export async function moveTasksOfFindings(
	client: Executor,
	scan: Scan,
	judged: readonly Judged[],
	findings: readonly PresentFinding[],
): Promise<void> {
	const failures = failuresOf(judged, findings, scan);
	const failed = new Set<string>(failures.map((failure) => failure.class));
	const passed = judged
		.filter(({ result }) => result === "passed")
		.flatMap(({ test }) => test.classes)
		.filter((one) => !failed.has(one) && isSeenBy(scan, one));
	if (failures.length + passed.length === 0) return;
	const known = await readRows(
		client,
		TASK,
		`SELECT id, cause_id, state, coalesce((said ->> 'state')::timestamptz, created_at) AS state_at, said FROM tasks
		 WHERE client_id = $1 AND cause_type = 'findings' AND cause_id = ANY ($2)`,
		[scan.clientId, [...failed, ...passed]],
	);
	const tasks = new Map(known.map((task) => [task.cause_id, task]));
	const move = (task: (typeof known)[number], cause: Omit<CauseNow, "from">): TaskState | undefined =>
		moveByCause({ state: task.state, stateAt: task.state_at }, { ...cause, from: scan.look.from });

	const unsure = known.filter((task) => passed.includes(task.cause_id) && move(task, GONE) !== undefined);
	const elsewhere =
		unsure.length === 0
			? []
			: await readOpenClasses(
					client,
					scan,
					unsure.map((task) => task.cause_id),
				);
	const reviewed = unsure.filter((task) => !elsewhere.includes(task.cause_id));
	const moves = [
		...reviewed.map(({ id }) => ({ id, state: "review", due: null })),
		...failures.flatMap((failure) => {
			const task = tasks.get(failure.class);
			const state = task && move(task, { ...failure, isGone: false });
			if (!task || (state === undefined && isEnded(task.state))) return [];
			// Its day stays where a person gave it one, until it opens again.
			const due = state === undefined && task.said.due !== undefined ? null : failure.due;
			return [{ id: task.id, state: state ?? null, due }];
		}),
	];
	if (moves.length > 0) await storeMoves(client, scan, moves);
	await addTasks(
		client,
		scan,
		failures.filter((failure) => !tasks.has(failure.class)),
	);
	await client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id)
		 SELECT $1, tasks.id, control FROM jsonb_to_recordset($3) AS failure (class text, controls uuid[]), unnest(controls) AS control,
		   tasks WHERE tasks.client_id = $2 AND cause_type = 'findings' AND cause_id = failure.class
		 ON CONFLICT DO NOTHING`,
		[scan.workspaceId, scan.clientId, JSON.stringify(failures)],
	);
}

const GONE = { isSeen: false, isNew: false, isGone: true };

function isSeenBy({ kind }: Scan, id: string): boolean {
	const one = classOf(id);
	return one !== undefined && canSee(kind, one);
}

function failuresOf(judged: readonly Judged[], findings: readonly PresentFinding[], { seen, fresh }: Scan): Failure[] {
	const failing = judged.filter(({ result }) => result === "failed");
	const open = findings.filter(({ state }) => state === "open");
	return [...Map.groupBy(open, (finding) => finding.class)].flatMap(([id, of]) => {
		const tests = failing.flatMap(({ test }) => (test.classes.includes(id) ? [test] : []));
		if (tests.length === 0) return [];
		const days = tests.flatMap((test) => of.flatMap((finding) => fixBy(finding, test.time_to_fix) ?? []));
		return [
			{
				class: id,
				controls: [...new Set(tests.map((test) => test.control_id))],
				owner: tests.find((test) => test.owner !== null)?.owner ?? null,
				due: days.toSorted()[0] ?? null,
				isSeen: of.some(({ fingerprint }) => seen.has(fingerprint)),
				isNew: of.some(({ fingerprint }) => fresh.has(fingerprint)),
			},
		];
	});
}

/** Those of some classes that have open findings on any host of the client. */
async function readOpenClasses(client: Executor, scan: Scan, classes: readonly string[]): Promise<string[]> {
	const rules = classes.flatMap((id) => classOf(id)?.rules.map((rule) => ({ rule, class: id })) ?? []);
	const rows = await readRows(
		client,
		{ class: text },
		`SELECT DISTINCT class_of.class FROM jsonb_to_recordset($4) AS class_of (rule text, class text)
		   JOIN finding_counts ON ${ruleColumn("finding_counts.rule")} = class_of.rule
		 WHERE account_id = $1 AND ${stateColumn("$2")} = 'open' AND ${ofClient("asset", "$1", "$3")}`,
		[scan.workspaceId, dayOf(scan.look.at), scan.clientId, JSON.stringify(rules)],
	);
	return rows.map((row) => row.class);
}

/** What a run saw is newer than what was said before its end. */
const storeMoves = (
	client: Executor,
	{ workspaceId, look }: Scan,
	moves: readonly { id: string; state: string | null; due: string | null }[],
) =>
	client.query(
		`UPDATE tasks SET
		   state = coalesce(move.state, tasks.state),
		   due = CASE WHEN move.state = 'open' THEN move.due ELSE least(tasks.due, move.due) END,
		   said = CASE WHEN move.state IS NULL THEN said ELSE said || jsonb_build_object('state', $3::text) END,
		   outcome = CASE WHEN move.state = 'open' THEN '' ELSE outcome END,
		   reopened_at = CASE WHEN move.state = 'open' THEN $3::timestamptz ELSE reopened_at END,
		   ended_at = CASE WHEN move.state IS NULL THEN ended_at END
		 FROM jsonb_to_recordset($2) AS move (id uuid, state text, due date)
		 WHERE tasks.workspace_id = $1 AND tasks.id = move.id`,
		[workspaceId, JSON.stringify(moves), look.at.toISOString()],
	);

const addTasks = (client: Executor, { workspaceId, clientId, look }: Scan, failures: readonly Failure[]) =>
	client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 SELECT $1, $2, id, title, 'findings', class, owner, due, $3
		 FROM jsonb_to_recordset($4) AS added (id uuid, title text, class text, owner uuid, due date)
		 ON CONFLICT (client_id, cause_type, cause_id) WHERE cause_type <> 'person' DO NOTHING`,
		[
			workspaceId,
			clientId,
			look.at,
			JSON.stringify(
				failures.map(({ class: id, owner, due }) => ({
					id: uuidV7(look.at),
					title: labelOfClass(id),
					class: id,
					owner,
					due,
				})),
			),
		],
	);
