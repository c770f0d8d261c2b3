import { askedOf, isGapIn, metOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import { type Question, questionsOf, type Template } from "#contract/assessments/template.ts";
import { isEnded, TASK_STATES } from "#contract/tasks/tasks.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { oneOf, type RowOf, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { moveByCause } from "../../tasks/move-task.ts";
import { addGapTasks } from "../../tasks/store/add-gap-tasks.ts";
import { type Move, storeMoves } from "../../tasks/store/store-moves.ts";
import type { HeldAssessment } from "./hold-assessment.ts";

/** What the answers say about a question that can be a gap. `saidAt`: when the answer was given; null if the question is not asked. */
type GapNow = { question: Question; isGap: boolean; saidAt: string | null };

/** The result for each choice question. An open one, one that people disagree on, or one that was not seen has none. */
function gapsNow(template: Template, standings: Standings): GapNow[] {
	const asked = new Set(askedOf(template, standings).map(({ id }) => id));
	return questionsOf(template).flatMap((question) => {
		if (question.type !== "choice") return [];
		if (!asked.has(question.id)) return { question, isGap: false, saidAt: null };
		const standing = standingIn(standings, question.id);
		if (standing.status !== "answered" || standing.word.answer.value?.type !== "choice") return [];
		return { question, isGap: isGapIn(metOf(question, standing)), saidAt: standing.word.saidAt };
	});
}

/** Days to close a gap, unless a person gives its task another date. */
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
 * One task for each gap. If an earlier assessment of the same subject with the same template found the gap, its task already exists; it
 * continues, and reopens as other tasks do. A task whose gap is closed waits for a person to review it.
 */
export async function moveGapTasks(
	client: Executor,
	{ workspaceId, accountId }: Scope,
	{ held, standings, saidAt }: Given,
): Promise<void> {
	const known = await readTasks(client, workspaceId, held);
	const gaps = gapsNow(held.template, standings);
	const moves = gaps.flatMap((gap) => {
		const task = known.get(gap.question.id);
		return task ? moveOf(task, { held, gap, saidAt }) : [];
	});
	await storeMoves(client, { workspaceId, at: saidAt }, moves);
	const fresh = gaps.filter(({ isGap, question }) => isGap && !known.has(question.id));
	await addTasks(client, { workspaceId, accountId }, { held, gaps: fresh, saidAt });
}

/** For each question, the unfinished task, else the newest. */
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

function moveOf(
	task: KnownTask,
	{ held, gap, saidAt }: { held: HeldAssessment; gap: GapNow; saidAt: Date },
): Move | [] {
	const from = gap.saidAt === null ? saidAt : new Date(gap.saidAt);
	const isElsewhere = task.assessment !== held.id;
	const state = moveByCause(
		{ state: task.state, stateAt: task.state_at },
		{ from, isSeen: gap.isGap, isNew: gap.isGap && isElsewhere && from > task.state_at, isGone: !gap.isGap },
	);
	const opens = state === "open";
	// The task is about the assessment that last found the gap.
	const isAboutThis = gap.isGap && isElsewhere && (opens || !isEnded(task.state));
	if (state === undefined && !isAboutThis) return [];
	return {
		id: task.id,
		state: state ?? null,
		due: opens ? dueOf(saidAt) : null,
		...(isAboutThis && { cause: causeOf(held, gap) }),
	};
}

async function addTasks(
	client: Executor,
	{ workspaceId, accountId }: Pick<Scope, "workspaceId" | "accountId">,
	{ held, gaps, saidAt }: { held: HeldAssessment; gaps: readonly GapNow[]; saidAt: Date },
): Promise<void> {
	if (gaps.length === 0) return;
	const added = gaps.map((gap) => ({
		id: uuidV7(saidAt),
		title: titleOf(gap.question.text),
		cause: causeOf(held, gap),
		controls: gap.question.controls,
	}));
	await addGapTasks(client, { workspaceId, clientId: held.client_id }, added, {
		owners: [held.started_by, accountId],
		due: dueOf(saidAt),
		at: saidAt,
	});
}

const causeOf = ({ id }: HeldAssessment, { question }: GapNow): string => `${id} ${question.id}`;
const dueOf = (saidAt: Date): string => plusDays(dayOf(saidAt), GAP_DAYS);
const titleOf = (text: string): string => {
	const line = text.replaceAll(/\s+/g, " ");
	return line.length > TITLE ? `${line.slice(0, TITLE - 1).toWellFormed()}…` : line;
};
