import { isEnded, type TaskState } from "#contract/tasks/tasks.ts";

/** What a run says about the cause of a task. */
export type CauseNow = {
	/** When the look started that the run is from. */
	from: Date;
	/** The cause is still there, and this run saw it itself. */
	isSeen: boolean;
	/** It is new in this run, or came back. */
	isNew: boolean;
	/** It is gone, everywhere. */
	isGone: boolean;
};

/** A task that its cause may move. `stateAt`: when its state was last entered or set. */
export type MovableTask = { state: TaskState; stateAt: Date };

/**
 * The state that a run moves a task to; undefined if it leaves it.
 * A run never ends a task: when its cause is gone, the task waits in `review` for a person to close it, who knows whether it was fixed or
 * only out of sight. It reopens when a person is proved wrong: it was done or in review, and a run that started after that sees its
 * cause. A run that started earlier may have looked before the fix and proves nothing, unless something new was found. A dropped task was
 * a decision to do nothing about what was known then: only something new reopens it. Pure.
 */
export function moveByCause({ state, stateAt }: MovableTask, cause: CauseNow): TaskState | undefined {
	const isLater = cause.from > stateAt;
	if (cause.isGone) return isEnded(state) || state === "review" || !isLater ? undefined : "review";
	switch (state) {
		case "open":
		case "doing":
			return undefined;
		case "review":
		case "done":
			return cause.isNew || (cause.isSeen && isLater) ? "open" : undefined;
		case "dropped":
			return cause.isNew ? "open" : undefined;
	}
}
