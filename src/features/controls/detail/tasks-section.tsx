import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { AddTaskDialog } from "#src/lib/tasks/add-task-dialog.tsx";
import { TaskRow } from "#src/lib/tasks/task-row.tsx";
import { taskShown, waitingTasks } from "#src/lib/tasks/task-words.ts";
import { taskListQuery } from "#src/lib/tasks/tasks-api.ts";
import { useMoveTask } from "#src/lib/tasks/use-move-task.tsx";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { useMemberName } from "#src/lib/workspace/use-member-name.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

/** The tasks about a control that are not ended. */
export function TasksSection({ control, words }: { control: ControlDetail; words: readonly Entry[] }) {
	const { id } = control;
	const account = useAccount();
	const { scope, can } = useScope();
	const nameOf = useMemberName();
	const now = useNow();
	const moving = useMoveTask();
	const [adding, setAdding] = useState(false);
	const enabled = account.status === "known" && !account.locked;
	const reading = useInfiniteQuery({ ...taskListQuery({ control: id }, scope), enabled });
	const view = accountView(account, reading, useOnline());
	const tasks = view.status === "shown" ? view.data.pages.flatMap((page) => page.tasks) : [];
	const added = waitingTasks(words).filter(({ body }) => body.controls.includes(id));
	return (
		<Section id="tasks" heading="Tasks">
			{tasks.length > 0 && (
				<ul className="border-line border-t">
					{tasks.map((task) => (
						<li key={task.id}>
							<TaskRow
								task={taskShown(task, words, reading.dataUpdatedAt, nameOf)}
								pending={pendingWord(words, "task-change", ({ taskId }) => taskId === task.id)}
								now={now}
								onMove={moving.move}
							/>
						</li>
					))}
				</ul>
			)}
			{view.status === "shown" && tasks.length === 0 && added.length === 0 && (
				<p className="text-15 text-quiet">No open tasks.</p>
			)}
			{view.status === "failed" && <p className="text-15 text-quiet">The tasks could not be loaded. {view.why}</p>}
			{view.status === "nothing-kept" && (
				<p className="text-15 text-quiet">The tasks load when there is a connection.</p>
			)}
			{added.map(({ entry, body }) => (
				<div key={entry.id} className="mt-2">
					<WordNote entry={entry} said={`New task “${body.title}”`} about={body.title} />
				</div>
			))}
			<div className="flex flex-wrap gap-x-5 print:hidden">
				{reading.hasNextPage && !reading.isFetching && (
					<TextButton onClick={() => void reading.fetchNextPage()}>Show more</TextButton>
				)}
				{can("work") && (
					<TextButton aria-haspopup="dialog" onClick={() => setAdding(true)}>
						Add a task
					</TextButton>
				)}
			</div>
			{adding && <AddTaskDialog control={control} onClose={() => setAdding(false)} />}
			{moving.dialog}
		</Section>
	);
}
