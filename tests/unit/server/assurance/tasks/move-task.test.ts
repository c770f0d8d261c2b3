import { describe, expect, test } from "vitest";
import { TASK_STATES, type TaskState } from "#contract/tasks/tasks.ts";
import { type CauseNow, moveByCause } from "#server/assurance/tasks/move-task.ts";

const SAID = new Date("2026-11-20T10:00:00.000Z");
const BEFORE = new Date("2026-11-20T09:00:00.000Z");
const LATER = new Date("2026-11-20T11:00:00.000Z");

const moved = (cause: Partial<CauseNow>): Partial<Record<TaskState, TaskState>> =>
	Object.fromEntries(
		TASK_STATES.flatMap((state) => {
			const all = { from: LATER, isSeen: false, isNew: false, isGone: false, ...cause };
			const to = moveByCause({ state, stateAt: SAID }, all);
			return to ? [[state, to]] : [];
		}),
	);

describe("a run moves a task", () => {
	test("that is not ended to review when its cause is gone, and never ends it", () => {
		expect(moved({ isGone: true })).toEqual({ open: "review", doing: "review" });
	});

	test("that is done or in review to open when it sees the cause again", () => {
		expect(moved({ isSeen: true })).toEqual({ review: "open", done: "open" });
	});

	test("that was dropped to open only for something new", () => {
		expect(moved({ isSeen: true, isNew: true })).toEqual({ review: "open", done: "open", dropped: "open" });
	});

	test("nowhere if the cause is only known to be there, as after a scan of something else", () => {
		expect(moved({})).toEqual({});
	});

	test("nowhere by a look that began before its state was said, unless it saw something new", () => {
		expect(moved({ from: BEFORE, isSeen: true })).toEqual({});
		expect(moved({ from: BEFORE, isGone: true })).toEqual({});
		expect(moved({ from: BEFORE, isSeen: true, isNew: true })).toEqual({
			review: "open",
			done: "open",
			dropped: "open",
		});
	});
});
