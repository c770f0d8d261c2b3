import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { AddTaskDialog } from "#src/lib/tasks/add-task-dialog.tsx";
import { OpenTasks } from "#src/lib/tasks/open-tasks.tsx";
import { waitingTasks } from "#src/lib/tasks/task-words.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

/** The open tasks about a control. */
export function TasksSection({ control, words }: { control: ControlDetail; words: readonly Entry[] }) {
	const { id } = control;
	const { can } = useScope();
	const [adding, setAdding] = useState(false);
	return (
		<Section id="tasks" heading="Tasks">
			<OpenTasks
				filter={{ control: id }}
				words={words}
				added={waitingTasks(words).filter(({ body }) => body.controls.includes(id))}
				actions={
					can("work") && (
						<TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
							Add a task
						</TextButton>
					)
				}
			/>
			{adding && <AddTaskDialog control={control} onClose={() => setAdding(false)} />}
		</Section>
	);
}
