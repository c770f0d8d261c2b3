import type { Task, TaskState } from "#contract/tasks/tasks.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import type { Word } from "#src/lib/words/words.ts";
import { Whose } from "#src/lib/workspace/clients/whose.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { DueLine } from "#src/ui/list/due-line.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { isOverdue, moveLabel, movesShown, TASK_STATE_LABELS, taskDueText } from "./task-labels.ts";
import { TaskStateBadge } from "./task-state-badge.tsx";

type Props = {
	/** Includes the words said about it here. */
	task: Task;
	/** Those words that still wait or were refused. */
	pending: Word<"task-change"> | null;
	/** Milliseconds; 0 before the page is hydrated. */
	now: number;
	onMove(task: Task, to: TaskState): void;
};

/** A change to a task, in a word or two. */
export const changeText = ({ body: { change } }: Word<"task-change">): string => {
	if (change.state !== undefined) return TASK_STATE_LABELS[change.state];
	return change.owner !== undefined ? "New owner" : change.due !== undefined ? "New due day" : "New text";
};

/** A task in a list, with its next move available in one tap. */
export function TaskRow({ task, pending, now, onMove }: Props) {
	const { id, title, owner, controls, state, clientId, findings } = task;
	const { can } = useScope();
	const { next, others } = movesShown(state);
	const overdue = isOverdue(task, now);
	return (
		<article className="border-line border-b py-2.5">
			<div className="flex items-start gap-2">
				<div className="min-w-0 grow pt-1">
					<p className="wrap-anywhere font-semibold text-15">
						<Link to={`/dashboard/tasks/${id}`} className="text-ink no-underline hover:underline">
							<bdi>{title}</bdi>
						</Link>
					</p>
					<p className="wrap-anywhere mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-quiet tabular-nums">
						<TaskStateBadge state={state} />
						<DueLine overdue={overdue}>{taskDueText(task, now)}</DueLine>
						<span>{owner?.name ?? "No owner"}</span>
						{controls.map(({ controlId, code }) => (
							<span key={controlId} className="font-mono">
								<bdi>{code}</bdi>
							</span>
						))}
						{findings !== null && findings > 0 && <span>{findings.toLocaleString("en")} open</span>}
						<Whose clientId={clientId} />
					</p>
				</div>
				{can("work") && (
					<div className="flex flex-none items-center gap-1 print:hidden">
						<TextButton aria-label={`${moveLabel(state, next)}: ${title}`} onClick={() => onMove(task, next)}>
							{moveLabel(state, next)}
						</TextButton>
						{others.length > 0 && (
							<RowMenu
								about={title}
								items={others.map((to) => ({ label: moveLabel(state, to), onChoose: () => onMove(task, to) }))}
							/>
						)}
					</div>
				)}
			</div>
			{pending && (
				<div className="mt-2">
					<WordNote entry={pending.entry} said={changeText(pending)} about={title} />
				</div>
			)}
		</article>
	);
}
