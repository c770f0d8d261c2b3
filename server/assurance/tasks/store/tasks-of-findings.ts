import type { ClassId } from "#contract/controls/classes.ts";
import { isEnded, TASK_STATES, type TaskState } from "#contract/tasks/tasks.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, oneOf, orNull, type RowOf, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import { dayOf } from "#server/platform/time/day.ts";
import { judgeRun, type PresentFinding } from "../../controls/judge-run.ts";
import type { RunsOfScan } from "../../controls/runs-recorded.ts";
import { firstMember } from "../../controls/store/person.ts";
import { classesSeenBy, classOf, labelOfClass } from "../../findings/finding-classes.ts";
import type { FindingsStored } from "../../findings/findings-stored.ts";
import { type CauseNow, moveByCause } from "../move-task.ts";
import { readDues } from "./due-of-classes.ts";
import { storeMoves } from "./store-moves.ts";

/** A class of findings that made a run fail. */
type Failure = {
	class: ClassId;
	/** The controls whose tests failed because of it. */
	controls: string[];
	owner: string | null;
	isSeen: boolean;
	isNew: boolean;
};

type Judged = RunsOfScan["judged"][number];

const TASK = {
	id: uuid,
	cause_id: text,
	state: oneOf(TASK_STATES),
	state_at: time,
	said: json<Record<string, string>>(),
	reopened_at: orNull(time),
};

/**
 * The tasks of a client that follow from the runs of one scan: one for each class of findings that a test failed for, over all hosts.
 * It is due on the last day to fix the finding that has to be fixed first, wherever that is, unless a person gave it a day since it
 * opened. Findings rated none are evidence against a control as well, so they make a task too, without a due date. How a run moves a task that is there: moveByCause.
 */
export async function moveTasksOfFindings(client: Executor, { scan, judged, findings }: RunsOfScan): Promise<void> {
	const failing = failuresOf(judged, findings, scan);
	const failed = new Set<string>(failing.map((failure) => failure.class));
	const gone = goneHere(judged, findings, scan).filter((one) => !failed.has(one));
	if (failing.length + gone.length === 0) return;
	const classes = [...failed, ...gone];
	const known = await readRows(
		client,
		TASK,
		`SELECT id, cause_id, state, coalesce((said ->> 'state')::timestamptz, created_at) AS state_at, said, reopened_at FROM tasks
		 WHERE client_id = $1 AND cause_type = 'findings' AND cause_id = ANY ($2)`,
		[scan.clientId, classes],
	);
	const wanted = classes.filter((one) => failed.has(one) || known.some((task) => task.cause_id === one));
	if (wanted.length === 0) return;
	const dues = await readDues(client, scan, wanted, dayOf(scan.look.at));
	const failures = failing.filter((failure) => dues.has(failure.class));
	const moves = known.flatMap((task) => {
		const due = dues.get(task.cause_id) ?? null;
		const failure = failures.find((one) => one.class === task.cause_id);
		const state = stateAfter(task, failure ?? (dues.has(task.cause_id) ? "elsewhere" : "gone"), scan);
		if (state === undefined && isEnded(task.state)) return [];
		return [{ id: task.id, state: state ?? null, due: state === undefined && hasGivenDay(task) ? null : due }];
	});
	await storeMoves(client, { workspaceId: scan.workspaceId, at: scan.look.at }, moves);
	await addTasks(
		client,
		scan,
		failures
			.filter((failure) => !known.some((task) => task.cause_id === failure.class))
			.map((failure) => ({ ...failure, due: dues.get(failure.class) ?? null })),
	);
	await client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id)
		 SELECT $1, tasks.id, control FROM jsonb_to_recordset($3) AS failure (class text, controls uuid[]), unnest(controls) AS control,
		   tasks WHERE tasks.client_id = $2 AND cause_type = 'findings' AND cause_id = failure.class
		 ON CONFLICT DO NOTHING`,
		[scan.workspaceId, scan.clientId, JSON.stringify(failures)],
	);
}

type Task = RowOf<typeof TASK>;

function stateAfter(
	task: Task,
	cause: Failure | "gone" | "elsewhere",
	{ look }: FindingsStored,
): TaskState | undefined {
	if (cause === "elsewhere") return undefined;
	const now: Omit<CauseNow, "from"> =
		cause === "gone" ? { isSeen: false, isNew: false, isGone: true } : { ...cause, isGone: false };
	return moveByCause({ state: task.state, stateAt: task.state_at }, { ...now, from: look.from });
}

/** A person gave it its date after its cause last opened it. */
const hasGivenDay = ({ said, reopened_at }: Task): boolean =>
	said.due !== undefined && (reopened_at === null || Date.parse(said.due) > reopened_at.getTime());

/** Classes that the scan fully looked for and of which nothing is open on its host, whatever else made its tests fail. */
function goneHere(
	judged: readonly Judged[],
	findings: readonly PresentFinding[],
	{ kind, look, report }: FindingsStored,
): ClassId[] {
	const seen = new Set<string>(classesSeenBy(kind));
	const ofTests = judged.flatMap(({ test }) => test.classes.map((one) => ({ one, timeToFix: test.time_to_fix })));
	const scan = { kind, at: look.at, parts: report.parts, coverage: report.coverage };
	const gone = ofTests.flatMap(({ one, timeToFix }) => {
		const id = classOf(one)?.id;
		if (id === undefined || !seen.has(id)) return [];
		return judgeRun({ classes: [id], timeToFix }, scan, findings).result === "passed" ? [id] : [];
	});
	return [...new Set(gone)];
}

function failuresOf(
	judged: readonly Judged[],
	findings: readonly PresentFinding[],
	{ seen, fresh }: FindingsStored,
): Failure[] {
	const failing = judged.filter(({ result }) => result === "failed");
	const open = findings.filter(({ state }) => state === "open");
	return [...Map.groupBy(open, (finding) => finding.class)].flatMap(([id, of]) => {
		const tests = failing.flatMap(({ test }) => (test.classes.includes(id) ? [test] : []));
		if (tests.length === 0) return [];
		return [
			{
				class: id,
				controls: [...new Set(tests.map((test) => test.control_id))],
				owner: tests.find((test) => test.owner !== null)?.owner ?? null,
				isSeen: of.some(({ fingerprint }) => seen.has(fingerprint)),
				isNew: of.some(({ fingerprint }) => fresh.has(fingerprint)),
			},
		];
	});
}

const addTasks = (
	client: Executor,
	{ workspaceId, clientId, look, by }: FindingsStored,
	failures: readonly (Failure & { due: string | null })[],
) =>
	client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 SELECT $1, $2, id, title, 'findings', class, ${firstMember("ARRAY[added.owner, $5]", "$1", "$2")}, due, $3
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
			by,
		],
	);
