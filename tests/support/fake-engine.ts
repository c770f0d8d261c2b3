import type { Engine, RunContext, RunResult } from "#server/engines/engine.ts";

type Run = { context: RunContext; end: (result: RunResult) => void; break: (error: Error) => void };

/** An engine that does what the test says: by default it finds nothing at once; held, it waits for the test or its signal. */
export type FakeEngine = Engine & {
	/** Runs begun so far, oldest first. */
	runs: Run[];
	/** Whether runs begun from now on wait. */
	hold: boolean;
};

export const COMPLETED: RunResult = {
	status: "completed",
	coverage: "full",
	parts: [{ part: "headers", label: "Headers", status: "evaluated" }],
	findings: [],
	sent: [],
};

export function createFakeEngine(result: RunResult = COMPLETED): FakeEngine {
	const engine: FakeEngine = {
		name: "fake",
		runs: [],
		hold: false,
		run(context) {
			const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
			engine.runs.push({ context, end: resolve, break: reject });
			context.signal.addEventListener("abort", () => reject(context.signal.reason));
			if (!engine.hold) resolve(result);
			return promise;
		},
	};
	return engine;
}
