import type { Failure, TestEvent } from "./events.ts";

export type Count = { passed: number; failed: number; skipped: number };

/** What is known about a step while it runs. */
export type StepState = {
	count: Count;
	/** How many tests there are in the files loaded so far. */
	tests: number;
	planned: readonly string[];
	/** Milliseconds of test time by file, for files that ran a test. */
	files: ReadonlyMap<string, number>;
	open: ReadonlyMap<string, { what: string; since: number }>;
	failures: readonly Failure[];
};

export const NOT_STARTED: StepState = {
	count: { passed: 0, failed: 0, skipped: 0 },
	tests: 0,
	planned: [],
	files: new Map(),
	open: new Map(),
	failures: [],
};

/** The state after `event`, which came at `now` (milliseconds). */
export function after(state: StepState, event: TestEvent, now: number): StepState {
	switch (event.type) {
		case "planned":
			return { ...state, planned: event.files };
		case "collected":
			return { ...state, tests: state.tests + event.tests };
		case "began":
			return { ...state, open: new Map(state.open).set(event.id, { what: event.what, since: now }) };
		case "ended": {
			const open = new Map(state.open);
			open.delete(event.id);
			return {
				...state,
				open,
				count: { ...state.count, [event.status]: state.count[event.status] + 1 },
				files: new Map(state.files).set(event.file, (state.files.get(event.file) ?? 0) + event.ms),
				failures: event.status === "failed" ? [...state.failures, event.failure] : state.failures,
			};
		}
		case "broken":
			return {
				...state,
				count: { ...state.count, failed: state.count.failed + 1 },
				failures: [...state.failures, event.failure],
			};
	}
}

export const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

const done = ({ count }: StepState) => count.passed + count.failed + count.skipped;

/** The test that has been running longest. */
function slowestOpen({ open }: StepState): { what: string; since: number } | undefined {
	return [...open.values()].toSorted((one, other) => one.since - other.since)[0];
}

/** A step's progress, in one line. */
export function progressLine(title: string, state: StepState, { since, now }: { since: number; now: number }): string {
	const slowest = slowestOpen(state);
	return [
		`${title}: ${seconds(now - since)}`,
		...(state.tests > 0 ? [`${done(state)} of ${state.tests} tests`] : []),
		...(state.count.failed > 0 ? [`${state.count.failed} failed`] : []),
		...(slowest ? [`longest now: ${slowest.what} (${seconds(now - slowest.since)})`] : []),
	].join(", ");
}

/** How the files that a runner named differ from those found on disk. Each is a sentence. */
export function differences({ planned }: StepState, found: readonly string[]): string[] {
	return [
		...found.filter((file) => !planned.includes(file)).map((file) => `${file} would not run.`),
		...planned.filter((file) => !found.includes(file)).map((file) => `${file} would run, and was not found.`),
	];
}

/** Known tests that an ended run left out. Each is a sentence. */
export function omissions(state: StepState): string[] {
	if (state.tests === 0) return ["It ran no test."];
	return done(state) < state.tests ? [`Only ${done(state)} of ${state.tests} tests came to an end.`] : [];
}
