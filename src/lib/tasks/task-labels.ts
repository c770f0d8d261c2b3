import { dayText } from "#contract/format/time.ts";
import { isEnded, movesOfTask, type Task, type TaskState } from "#contract/tasks/tasks.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";

export const TASK_STATE_LABELS: Readonly<Record<TaskState, string>> = {
	open: "Open",
	doing: "In progress",
	review: "In review",
	done: "Done",
	dropped: "Dropped",
};

const MOVE_LABELS: Readonly<Record<TaskState, string>> = {
	open: "Back to open",
	doing: "Start",
	review: "Send to review",
	done: "Done",
	dropped: "Drop…",
};

/** The button label for moving a task from one state to another. */
export function moveLabel(from: TaskState, to: TaskState): string {
	if (to === "open" && isEnded(from)) return "Open again";
	if (to === "doing" && from === "review") return "Back to work";
	return MOVE_LABELS[to];
}

const NEXT: Readonly<Record<TaskState, TaskState>> = {
	open: "doing",
	doing: "done",
	review: "done",
	done: "open",
	dropped: "open",
};

/** The move available with one tap, and the others. */
export function movesShown(state: TaskState): { next: TaskState; others: readonly TaskState[] } {
	const next = NEXT[state];
	return { next, others: movesOfTask(state).filter((one) => one !== next) };
}

export const isOverdue = ({ due, state }: Pick<Task, "due" | "state">, now: number): boolean =>
	due !== null && !isEnded(state) && daysUntil(due, now) < 0;

/** `Due in 3 days, 27 Nov 2026`; `Was due 2 days ago, …` once its day is over. `now` in milliseconds; 0: not known yet. */
export function taskDueText(task: Pick<Task, "due" | "state">, now: number): string {
	const { due, state } = task;
	if (due === null) return "No due day";
	if (isEnded(state) || now === 0) return `Due ${dayText(due)}`;
	if (isOverdue(task, now)) return `Was due ${dueText(due, now)}, ${dayText(due)}`;
	return `Due ${dueText(due, now)}, ${dayText(due)}`;
}
