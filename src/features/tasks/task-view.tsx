import { useState } from "react";
import { timeText } from "#contract/format/time.ts";
import { isEnded, movesOfTask, type Task } from "#contract/tasks/tasks.ts";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { moveLabel, movesShown, taskDueText } from "#src/lib/tasks/task-labels.ts";
import { changeText } from "#src/lib/tasks/task-row.tsx";
import { TaskStateBadge } from "#src/lib/tasks/task-state-badge.tsx";
import { taskShown } from "#src/lib/tasks/task-words.ts";
import { useMoveTask } from "#src/lib/tasks/use-move-task.tsx";
import { TicketsAbout } from "#src/lib/tickets/tickets-about.tsx";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { CauseText } from "./cause-text.tsx";
import { EditTaskDialog } from "./edit-task-dialog.tsx";

type Props = {
	/** As read. */
	task: Task;
	words: readonly Entry[];
	/** Milliseconds. */
	readAt: number;
	/** The outbox entry that carries it, if the server does not have it yet. */
	added: Entry | null;
};

/** One task in full. */
export function TaskView({ task: read, words, readAt, added }: Props) {
	const { can } = useScope();
	const nameOf = useMemberName();
	const now = useNow();
	const moving = useMoveTask();
	const [editing, setEditing] = useState(false);
	const task = taskShown(read, words, readAt, nameOf);
	const { id, title, note, owner, controls, outcome, state, createdAt, reopenedAt } = task;
	const pending = pendingWord(words, "task-change", ({ taskId }) => taskId === id);
	const { next } = movesShown(state);
	return (
		<>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15 tabular-nums">
				<TaskStateBadge state={state} />
				<span>{taskDueText(task, now)}</span>
				<span>{owner?.name ?? "No owner"}</span>
			</p>
			<p className="wrap-anywhere mt-3 max-w-[62ch] text-15">
				<CauseText task={task} />
			</p>
			{note !== "" && <p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line text-17">{note}</p>}
			{outcome !== "" && (
				<p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line border-line-strong border-s-4 ps-3 text-15">
					{outcome}
				</p>
			)}
			<div className="mt-4 grid gap-3">
				{added && <WordNote entry={added} said="New task" about={title} />}
				{pending && <WordNote entry={pending.entry} said={changeText(pending)} about={title} />}
			</div>
			{can("work") ? (
				<div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
					<Button variant="primary" onClick={() => moving.move(task, next)}>
						{moveLabel(state, next)}
					</Button>
					{movesOfTask(state)
						.filter((to) => to !== next)
						.map((to) => (
							<Button key={to} variant="secondary" onClick={() => moving.move(task, to)}>
								{moveLabel(state, to)}
							</Button>
						))}
					<TextButton aria-haspopup="dialog" onClick={() => setEditing(true)}>
						Edit
					</TextButton>
				</div>
			) : (
				<RoleNote permission="work" what="change tasks" />
			)}
			<Section id="controls" heading="Controls">
				{controls.length === 0 ? (
					<p className="text-15 text-quiet">It is about no control.</p>
				) : (
					<ul>
						{controls.map(({ controlId, code, title: name }) => (
							<li key={controlId} className="border-line border-t">
								<Link
									to={`/dashboard/controls/${controlId}`}
									className="wrap-anywhere inline-flex min-h-11 items-center gap-2 text-15"
								>
									<span className="font-mono text-13">{code}</span> <bdi>{name}</bdi>
								</Link>
							</li>
						))}
					</ul>
				)}
			</Section>
			{!added && (
				<Section id="tickets" heading="Tickets">
					<TicketsAbout about={{ type: "task", taskId: id }} ended={isEnded(read.state)} />
				</Section>
			)}
			<Section id="collected" heading="Collected evidence">
				<EvidenceAbout about={{ type: "task", id }} />
			</Section>
			<p className="mt-8 text-13 text-quiet tabular-nums">
				Added {timeText(createdAt)}
				{reopenedAt !== null && `. Opened again ${timeText(reopenedAt)}`}
			</p>
			{editing && <EditTaskDialog task={task} onClose={() => setEditing(false)} />}
			{moving.dialog}
		</>
	);
}
