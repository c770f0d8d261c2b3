import type { Standings } from "#contract/assessments/progress.ts";
import { isEnded, TASK_STATES } from "#contract/tasks/tasks.ts";
import { type GapNow, gapsNow } from "../../assessments/gaps.ts";
import { plusDays } from "../../controls/days.ts";
import { dayOf } from "../../findings/track.ts";
import { moveByCause } from "../../tasks/move-task.ts";
import { uuidV7 } from "../../uuid-v7.ts";
import type { Scope } from "../../workspaces/scope.ts";
import type { Executor } from "../pool.ts";
import { oneOf, type RowOf, readRows, text, time, uuid } from "../rows.ts";
import type { HeldAssessment } from "./hold-assessment.ts";

/** Days to close a gap, unless a person gives its task another day. */
const GAP_DAYS = 30;
const TITLE = 200;

const TASK = { id: uuid, assessment: text, question: text, state: oneOf(TASK_STATES), state_at: time };
type KnownTask = RowOf<typeof TASK>;

type Given = {
	held: HeldAssessment;
	standings: Standings;
	/** When it was submitted or signed. */
	saidAt: Date;
};

/**
 * One task for each gap. A gap that an earlier assessment of the same subject along the same template found has its task already, which
 * goes on, and opens again as other tasks do. A task whose gap is closed waits for a person to look.
 */
export async function moveGapTasks(
	client: Executor,
	{ workspaceId }: Scope,
	{ held, standings, saidAt }: Given,
): Promise<void> {
	const known = await readTasks(client, workspaceId, held);
	for (const gap of gapsNow(held.template, standings)) {
		const task = known.get(gap.question.id);
		if (task) await moveTask(client, { workspaceId, held, task, gap, saidAt });
		else if (gap.isGap) await addTask(client, { workspaceId, held, gap, saidAt });
	}
}

/** Of each question, the task that is not ended, else the newest. */
async function readTasks(
	client: Executor,
	workspaceId: string,
	{ client_id, template, subject }: HeldAssessment,
): Promise<Map<string, KnownTask>> {
	const rows = await readRows(
		client,
		TASK,
		`SELECT tasks.id, split_part(cause_id, ' ', 1) AS assessment, split_part(cause_id, ' ', 2) AS question, tasks.state,
		   coalesce((said ->> 'state')::timestamptz, created_at) AS state_at
		 FROM tasks JOIN assessments ON assessments.workspace_id = $1 AND assessments.id = split_part(cause_id, ' ', 1)::uuid
		 WHERE tasks.client_id = $2 AND cause_type = 'assessment' AND template_id = $3 AND subject = $4
		 ORDER BY tasks.state IN ('done', 'dropped') DESC, created_at, tasks.id
		 FOR NO KEY UPDATE OF tasks`,
		[workspaceId, client_id, template.id, subject],
	);
	return new Map(rows.map((row) => [row.question, row]));
}

type Moved = Given & { workspaceId: string; gap: GapNow };

async function moveTask(
	client: Executor,
	{ workspaceId, held, task, gap, saidAt }: Omit<Moved, "standings"> & { task: KnownTask },
): Promise<void> {
	const from = gap.saidAt === null ? saidAt : new Date(gap.saidAt);
	const isElsewhere = task.assessment !== held.id;
	const state = moveByCause(
		{ state: task.state, stateAt: task.state_at },
		{ from, isSeen: gap.isGap, isNew: gap.isGap && isElsewhere && from > task.state_at, isGone: !gap.isGap },
	);
	const opens = state === "open";
	// The task is about the assessment that found the gap last.
	const cause = gap.isGap && isElsewhere && (opens || !isEnded(task.state)) ? causeOf(held, gap) : null;
	if (state === undefined && cause === null) return;
	await client.query(
		`UPDATE tasks SET cause_id = coalesce($3, cause_id), state = coalesce($4, state), ended_at = CASE WHEN $4 IS NULL THEN ended_at END,
		   said = CASE WHEN $4 IS NULL THEN said ELSE said || jsonb_build_object('state', $5::text) END,
		   due = CASE WHEN $6 THEN $7::date ELSE due END, outcome = CASE WHEN $6 THEN '' ELSE outcome END,
		   reopened_at = CASE WHEN $6 THEN $5::timestamptz ELSE reopened_at END
		 WHERE workspace_id = $1 AND id = $2`,
		[workspaceId, task.id, cause, state ?? null, saidAt.toISOString(), opens, dueOf(saidAt)],
	);
}

async function addTask(client: Executor, { workspaceId, held, gap, saidAt }: Omit<Moved, "standings">): Promise<void> {
	const id = uuidV7(saidAt);
	const { text, controls } = gap.question;
	await client.query(
		`INSERT INTO tasks (workspace_id, client_id, id, title, cause_type, cause_id, owner, due, created_at)
		 VALUES ($1, $2, $3, $4, 'assessment', $5, $6, $7, $8)`,
		[workspaceId, held.client_id, id, titleOf(text), causeOf(held, gap), held.started_by, dueOf(saidAt), saidAt],
	);
	await client.query(
		`INSERT INTO task_controls (workspace_id, task_id, control_id) SELECT $1, $2, id FROM controls
		 WHERE workspace_id = $1 AND client_id = $3 AND catalog_code = ANY ($4) AND state <> 'retired'`,
		[workspaceId, id, held.client_id, controls],
	);
}

const causeOf = ({ id }: HeldAssessment, { question }: GapNow): string => `${id} ${question.id}`;
const dueOf = (saidAt: Date): string => plusDays(dayOf(saidAt), GAP_DAYS);
const titleOf = (text: string): string => {
	const line = text.replaceAll(/\s+/g, " ");
	return line.length > TITLE ? `${line.slice(0, TITLE - 1).toWellFormed()}…` : line;
};
