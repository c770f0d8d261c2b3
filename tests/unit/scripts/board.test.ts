import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBoard } from "../../../scripts/test/board.ts";
import { after, NOT_STARTED } from "../../../scripts/test/step-state.ts";

beforeEach(() => {
	vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
	vi.useRealTimers();
});

/** A board whose output is recorded. */
function openBoard(terminal: { isTTY: boolean; columns: number }) {
	let seen = "";
	const write = (text: string | Uint8Array) => {
		seen += text;
		return true;
	};
	return { board: createBoard({ ...terminal, write }), seen: () => seen };
}

const RUNNING = after(NOT_STARTED, { type: "collected", tests: 8 }, 0);

test("in a log each step that runs gets a line twice a minute, and one when it ends", () => {
	const { board, seen } = openBoard({ isTTY: false, columns: 0 });
	const types = board.open("types", () => NOT_STARTED);
	const unit = board.open("unit tests", () => RUNNING);
	vi.advanceTimersByTime(30_000);
	types.close("ok     types: 31 s");
	vi.advanceTimersByTime(30_000);
	unit.close("ok     unit tests: 60 s");
	board.close();
	vi.advanceTimersByTime(60_000);
	expect(seen().split("\n")).toEqual([
		"   … types",
		"   … unit tests",
		"   … types: 30 s",
		"   … unit tests: 30 s, 0 of 8 tests",
		"ok     types: 31 s",
		"   … unit tests: 60 s, 0 of 8 tests",
		"ok     unit tests: 60 s",
		"",
	]);
});

test("on a terminal the last line counts up in its place, and never breaks", () => {
	const { board, seen } = openBoard({ isTTY: true, columns: 24 });
	board.open("unit tests", () => RUNNING);
	vi.advanceTimersByTime(1_000);
	board.say("   FAILED one");
	board.close();
	const CLEAR = "\r\u001b[2K";
	expect(seen()).toBe(
		[
			"   … unit tests: 0 s, 0",
			`${CLEAR}   … unit tests: 1 s, 0`,
			`${CLEAR}   FAILED one\n   … unit tests: 1 s, 0`,
			CLEAR,
		].join(""),
	);
});
