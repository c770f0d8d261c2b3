import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { TaskFilter } from "#contract/tasks/tasks.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord, type Word } from "#src/lib/words/words.ts";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { TaskRow } from "./task-row.tsx";
import { taskShown } from "./task-words.ts";
import { taskListQuery } from "./tasks-api.ts";
import { useMoveTask } from "./use-move-task.tsx";

type Props = {
	/** Whose tasks: a control's or an assessment's. */
	filter: TaskFilter;
	words: readonly Entry[];
	/** The ones added here that are still waiting. */
	added?: readonly Word<"task">[];
	/** What else can be done, beside “Show more”. */
	actions?: ReactNode;
};

/** The open tasks about one thing, for the thing's own screen. */
export function OpenTasks({ filter, words, added = [], actions }: Props) {
	const account = useAccount();
	const { scope } = useScope();
	const nameOf = useMemberName();
	const now = useNow();
	const moving = useMoveTask();
	const enabled = account.status === "known" && !account.locked;
	const reading = useInfiniteQuery({ ...taskListQuery(filter, scope), enabled });
	const view = accountView(account, reading, useOnline());
	const tasks = view.status === "shown" ? view.data.pages.flatMap((page) => page.tasks) : [];
	return (
		<>
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
				{actions}
			</div>
			{moving.dialog}
		</>
	);
}
