import { type ReactNode, useState } from "react";
import type { Task, TaskState } from "#contract/tasks/tasks.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";

/** Moving tasks from a screen: at once, or after asking why one is dropped. Render `dialog` in the screen. */
export function useMoveTask(): { move(task: Task, to: TaskState): void; dialog: ReactNode } {
	const say = useSay();
	const [dropping, setDropping] = useState<Task | null>(null);
	const dialog = dropping && (
		<ReasonDialog
			title="Drop the task"
			subtitle={dropping.title}
			label="Why is it dropped?"
			hint="It stays in the list of dropped tasks, with this reason."
			button="Drop it"
			limit={1_000}
			onReason={(outcome) =>
				say(
					{ kind: "task-change", body: { taskId: dropping.id, change: { state: "dropped", outcome } } },
					dropping.clientId,
				)
			}
			onClose={() => setDropping(null)}
		/>
	);
	return {
		dialog,
		move(task, to) {
			if (to === "dropped") setDropping(task);
			else void say({ kind: "task-change", body: { taskId: task.id, change: { state: to } } }, task.clientId);
		},
	};
}
