import type { TaskState } from "#contract/tasks/tasks.ts";
import { StateBadge } from "#src/ui/state-badge.tsx";
import { TASK_STATE_LABELS } from "./task-labels.ts";

const SHAPES: Record<TaskState, string> = {
	open: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	doing: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v5M8 4.5v3",
	review: "M1 6c2-3.5 8-3.5 10 0-2 3.5-8 3.5-10 0zM6 5v2",
	done: "m1.5 6.5 3 3 6-7",
	dropped: "M2.5 2.5l7 7M9.5 2.5l-7 7",
};

/** A task's state, as a word and a shape. */
export const TaskStateBadge = ({ state }: { state: TaskState }) => (
	<StateBadge state={state} label={TASK_STATE_LABELS[state]} path={SHAPES[state]} />
);
