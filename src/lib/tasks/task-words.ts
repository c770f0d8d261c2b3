import type { AccountId, ClientId } from "#contract/ids.ts";
import type { Task, TaskRequest } from "#contract/tasks/tasks.ts";
import { type Word, wordsAhead } from "#src/lib/words/words.ts";
import type { Entry } from "#src/requests/entry.ts";

/** A task as read at `readAt` (milliseconds), plus the words said here since. `nameOf`: gets an owner's name. */
export function taskShown(
	task: Task,
	entries: readonly Entry[],
	readAt: number,
	nameOf: (id: AccountId) => string,
): Task {
	let shown = task;
	for (const { body } of wordsAhead(entries, "task-change", readAt)) {
		if (body.taskId !== task.id) continue;
		const { owner, ...rest } = body.change;
		shown = Object.assign(
			{},
			shown,
			Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
			owner !== undefined && { owner: owner && { accountId: owner, name: nameOf(owner) } },
		);
	}
	return shown;
}

/** Tasks that were added here and that the server does not have yet, newest first. */
export const waitingTasks = (entries: readonly Entry[]): Word<"task">[] =>
	wordsAhead(entries, "task", Number.POSITIVE_INFINITY).toReversed();

/** The same as a task, for screens that add the words said about it since. `now` in milliseconds. */
export const asTask = (
	{ id, title, note, owner, due }: TaskRequest,
	clientId: ClientId,
	createdAt: number,
	nameOf: (id: AccountId) => string,
): Task => ({
	id,
	clientId,
	title,
	note,
	cause: { type: "person" },
	controls: [],
	owner: owner === undefined ? null : { accountId: owner, name: nameOf(owner) },
	due: due ?? null,
	state: "open",
	outcome: "",
	createdAt: new Date(createdAt).toISOString(),
	reopenedAt: null,
	findings: null,
});
