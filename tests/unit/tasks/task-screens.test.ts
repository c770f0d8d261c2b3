import { expect, test } from "vitest";
import { movesOfTask, TASK_STATES, type Task } from "#contract/tasks/tasks.ts";
import { filterOf, readAddress, TABS, writeAddress } from "#src/features/tasks/tasks-address.ts";
import { isOverdue, moveLabel, movesShown, taskDueText } from "#src/lib/tasks/task-labels.ts";
import { taskShown, waitingTasks } from "#src/lib/tasks/task-words.ts";
import type { Entry } from "#src/requests/entry.ts";

const NOW = Date.UTC(2026, 10, 24, 12);
const TASK = { id: "t", state: "open", due: "2026-11-22", owner: null, title: "Door" } as unknown as Task;

test.each(TASK_STATES)("from %s the next move and the others are all that the contract allows", (state) => {
	const { next, others } = movesShown(state);
	expect([next, ...others].toSorted()).toEqual([...movesOfTask(state)].toSorted());
});

test("moves are named by where they come from", () => {
	expect(moveLabel("open", "doing")).toBe("Start");
	expect(moveLabel("review", "doing")).toBe("Back to work");
	expect(moveLabel("done", "open")).toBe("Open again");
	expect(moveLabel("doing", "open")).toBe("Back to open");
});

test("a due day is relative and a date; what has ended is not overdue", () => {
	expect(taskDueText(TASK, NOW)).toBe("Was due 2 days ago, 22 Nov 2026");
	expect(taskDueText({ ...TASK, due: "2026-11-24" }, NOW)).toBe("Due today, 24 Nov 2026");
	expect(taskDueText({ ...TASK, state: "done" }, NOW)).toBe("Due 22 Nov 2026");
	expect(taskDueText({ ...TASK, due: null }, NOW)).toBe("No due day");
	// Before hydration nothing is relative.
	expect(taskDueText(TASK, 0)).toBe("Due 22 Nov 2026");
	expect([isOverdue(TASK, NOW), isOverdue({ ...TASK, state: "dropped" }, NOW)]).toEqual([true, false]);
});

test("what was said of a task shows at once, field by field", () => {
	const word = (change: object, saidAt: string, taskId = "t") =>
		({
			id: saidAt,
			status: "queued",
			request: { kind: "task-change", body: { taskId, change, saidAt } },
		}) as unknown as Entry;
	const shown = taskShown(
		TASK,
		[word({ state: "doing" }, "1"), word({ due: null, owner: "ada" }, "2"), word({ state: "done" }, "3", "other")],
		0,
		(id) => `Name of ${id}`,
	);
	expect(shown).toEqual({ ...TASK, state: "doing", due: null, owner: { accountId: "ada", name: "Name of ada" } });
});

test("added tasks wait, newest first, until they are sent", () => {
	const added = (id: string, status: string) =>
		({ id, status, at: 1, request: { kind: "task", body: { id } } }) as unknown as Entry;
	const entries = [added("a", "queued"), added("b", "accepted"), added("c", "held"), added("d", "rejected")];
	expect(waitingTasks(entries).map(({ body }) => body.id)).toEqual(["c", "a"]);
});

test("the tabs' addresses", () => {
	for (const tab of TABS) expect(readAddress(writeAddress({ tab }))).toEqual({ tab });
	expect(readAddress(new URLSearchParams("tab=x"))).toEqual({ tab: "mine" });
	expect(filterOf("overdue")).toEqual({ overdue: "yes" });
	expect(filterOf("dropped")).toEqual({ state: "dropped" });
});
