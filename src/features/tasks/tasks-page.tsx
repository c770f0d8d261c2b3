import { useState } from "react";
import type { ClientId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { AddTaskDialog } from "#src/lib/tasks/add-task-dialog.tsx";
import { TaskRow } from "#src/lib/tasks/task-row.tsx";
import { asTask, taskShown, waitingTasks } from "#src/lib/tasks/task-words.ts";
import { useMoveTask } from "#src/lib/tasks/use-move-task.tsx";
import { useWords } from "#src/lib/words/use-words.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { THUMB_ACTION, ThumbBar } from "#src/ui/page/thumb-bar.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { readAddress, TABS, type TaskTab, writeAddress } from "./tasks-address.ts";
import { countIn, useTaskList } from "./use-task-list.ts";

export const meta = {
	title: `Tasks | ${site.name}`,
	description: "What is to be done, by whom, and until when.",
	indexable: false,
} as const;

const LABELS: Record<TaskTab, string> = {
	mine: "Mine",
	all: "All",
	overdue: "Overdue",
	done: "Done",
	dropped: "Dropped",
};

const EMPTY: Record<TaskTab, string> = {
	mine: "Nothing for you to do. Tasks that you own appear here.",
	all: "No open tasks. When a test of a control fails, its task appears here.",
	overdue: "Nothing is overdue.",
	done: "No task is done yet.",
	dropped: "No task was dropped.",
};

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 84;

export default function TasksPage() {
	const account = useAccount();
	const { can, client, workspace } = useScope();
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab } = address;
	const list = useTaskList(tab);
	const words = useWords();
	const nameOf = useMemberName();
	const now = useNow();
	const moving = useMoveTask();
	const [adding, setAdding] = useState(false);
	const added = waitingTasks(words);
	const own = client ?? workspace?.clients.find((one) => one.own);
	const mayAdd = can("work") && account.status === "known";
	return (
		<div className={`frame pt-5 md:pt-8 ${mayAdd ? "pb-32 md:pb-16" : "pb-16"}`}>
			<div className="mb-4 flex items-center justify-between gap-4 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Tasks</h1>
				{mayAdd && (
					<ThumbBar>
						<button type="button" aria-haspopup="dialog" onClick={() => setAdding(true)} className={THUMB_ACTION}>
							Add a task
						</button>
					</ThumbBar>
				)}
			</div>
			<RoleNote permission="work" what="change tasks" />
			{added.length > 0 && (
				<ul aria-label="Tasks waiting on this device" className="mb-6 grid gap-3">
					{added.map(({ entry, body }) => (
						<li key={entry.id}>
							<TaskRow
								task={taskShown(
									asTask(body, (entry.clientId ?? own?.id ?? "") as ClientId, entry.createdAt, nameOf),
									words,
									0,
									nameOf,
								)}
								pending={pendingWord(words, "task-change", ({ taskId }) => taskId === body.id)}
								now={now}
								onMove={moving.move}
							/>
							<div className="mt-2">
								<WordNote entry={entry} said="New task" about={body.title} />
							</div>
						</li>
					))}
				</ul>
			)}
			<Tabs
				label="Tasks"
				selected={tab}
				onSelect={(name) => go(() => ({ tab: name }))}
				tabs={TABS.map((name) => ({ name, label: LABELS[name], count: countIn(name, list.counts) }))}
			>
				<ListPanel
					key={tab}
					label="Tasks"
					noun={{ one: "task", many: "tasks" }}
					list={list}
					filtered={0}
					empty={
						account.status === "unknown" ? (
							<>
								What is to be done, by whom, and until when: from tests that failed, and from you.{" "}
								<Link to="/auth/login?next=/dashboard/tasks">Sign in</Link> to see your own.
							</>
						) : (
							EMPTY[tab]
						)
					}
					onClear={() => go(() => ({ tab: "mine" }))}
					keyOf={({ id }) => id}
					rowHeight={ROW_HEIGHT}
					row={(task) => (
						<TaskRow
							task={taskShown(task, words, list.readAt, nameOf)}
							pending={pendingWord(words, "task-change", ({ taskId }) => taskId === task.id)}
							now={now}
							onMove={moving.move}
						/>
					)}
				/>
			</Tabs>
			{adding && <AddTaskDialog control={null} onClose={() => setAdding(false)} />}
			{moving.dialog}
		</div>
	);
}
