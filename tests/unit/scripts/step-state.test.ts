import { expect, test } from "vitest";
import type { TestEvent } from "../../../scripts/test/events.ts";
import { after, differences, NOT_STARTED, omissions, progressLine } from "../../../scripts/test/step-state.ts";

const FAILURE = { what: "a.test.ts: two", why: "Error: no", again: "npm run unit -- a.test.ts -t 'two'" };

const EVENTS: TestEvent[] = [
	{ type: "planned", files: ["a.test.ts", "b.test.ts"] },
	{ type: "collected", tests: 3 },
	{ type: "began", id: "1", what: "a.test.ts: one" },
	{ type: "began", id: "2", what: "a.test.ts: two" },
	{ type: "ended", id: "1", what: "a.test.ts: one", file: "a.test.ts", ms: 5, status: "passed" },
];

/** The state after these events, each a second after the one before. */
const stateAfter = (events: TestEvent[]) =>
	events.reduce((state, event, index) => after(state, event, index * 1_000), NOT_STARTED);

test("the line of progress counts tests and names the one that has been running longest", () => {
	const state = stateAfter(EVENTS);
	expect(progressLine("unit tests", state, { since: 0, now: 10_000 })).toBe(
		"unit tests: 10 s, 1 of 3 tests, longest now: a.test.ts: two (7 s)",
	);
	const failed: TestEvent = {
		type: "ended",
		id: "2",
		what: "",
		file: "a.test.ts",
		ms: 7,
		status: "failed",
		failure: FAILURE,
	};
	expect(progressLine("unit tests", after(state, failed, 0), { since: 0, now: 11_000 })).toBe(
		"unit tests: 11 s, 2 of 3 tests, 1 failed",
	);
});

test("a failed test and a file that cannot be loaded both count as failures", () => {
	const state = stateAfter([
		...EVENTS,
		{ type: "ended", id: "2", what: "", file: "a.test.ts", ms: 7, status: "failed", failure: FAILURE },
		{ type: "broken", failure: { ...FAILURE, what: "b.test.ts" } },
	]);
	expect(state.count).toEqual({ passed: 1, failed: 2, skipped: 0 });
	expect(state.failures.map(({ what }) => what)).toEqual(["a.test.ts: two", "b.test.ts"]);
	expect(state.files.get("a.test.ts")).toBe(12);
});

test("a file that the runner does not know is said, and so is one that is not on the disk", () => {
	const state = stateAfter(EVENTS);
	expect(differences(state, ["a.test.ts", "b.test.ts"])).toEqual([]);
	expect(differences(state, ["a.test.ts", "c.test.ts"])).toEqual([
		"c.test.ts would not run.",
		"b.test.ts would run, and was not found.",
	]);
});

test("a run that ends before its tests, or without any, is not whole", () => {
	expect(omissions(stateAfter(EVENTS))).toEqual(["Only 1 of 3 tests came to an end."]);
	expect(omissions(NOT_STARTED)).toEqual(["It ran no test."]);
});
