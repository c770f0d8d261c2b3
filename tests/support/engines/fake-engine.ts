import { isToolKind } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Availability, Engine, Engines, RunContext, RunResult } from "#server/scanning/engines/engine.ts";
import { checkWapitiBody } from "#server/scanning/engines/wapiti/check-body.ts";
import { until } from "../until.ts";

type Run<K extends ScanKind> = {
	context: RunContext<K>;
	end: (result: RunResult) => void;
	break: (error: Error) => void;
};

/** An engine that does what the test says: by default it immediately finds nothing; held, it waits for the test or its signal. */
export type FakeEngine<K extends ScanKind = "combined"> = Engine<K> & {
	/** Runs started so far, oldest first. */
	runs: Run<K>[];
	/** Whether runs started from now on wait. */
	hold: boolean;
	/** The result of a run that is stopped; without one, it fails. */
	stopped: RunResult | undefined;
	/** What looking for its tool finds from now on. */
	availability: Availability;
};

export type FakeEngines = { [K in ScanKind]: FakeEngine<K> };

export const COMPLETED: RunResult = {
	status: "completed",
	coverage: "full",
	parts: [{ part: "headers", label: "Headers", status: "evaluated" }],
	findings: [],
	sent: [],
};

/** Like the real ones. */
const AT_ONCE = { combined: 16, sslyze: 8, nmap: 4, wapiti: 3, zap: 1 };

function fakeEngine<K extends ScanKind>(kind: K, result: RunResult): FakeEngine<K> {
	const engine: FakeEngine<K> = {
		kind,
		name: "fake",
		tool: isToolKind(kind) ? `${kind}-tool` : null,
		atOnce: AT_ONCE[kind],
		availability: { available: true, version: "1.0" },
		runs: [],
		hold: false,
		stopped: undefined,
		detect: async () => engine.availability,
		run(context) {
			const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
			engine.runs.push({ context, end: resolve, break: reject });
			context.signal.addEventListener("abort", () =>
				engine.stopped ? resolve(engine.stopped) : reject(context.signal.reason),
			);
			if (!engine.hold) resolve(result);
			return promise;
		},
	};
	return engine;
}

/** Call this before a scan is requested: waits until its engine runs, which is a moment after it is said to run. */
export function nextRun<K extends ScanKind>({ runs }: FakeEngine<K>): () => Promise<Run<K>> {
	const { length } = runs;
	return () => until(async () => runs.length > length && runs.at(-1), "the engine runs");
}

export const createFakeEngine = (result: RunResult = COMPLETED): FakeEngine => fakeEngine("combined", result);

/** One of each kind; `engine` is the free scan's. */
export const createFakeEngines = (engine: FakeEngine): FakeEngines & Engines => ({
	combined: engine,
	zap: fakeEngine("zap", COMPLETED),
	// What the contract cannot check is checked as by the real one.
	wapiti: Object.assign(fakeEngine("wapiti", COMPLETED), { check: checkWapitiBody }),
	nmap: fakeEngine("nmap", COMPLETED),
	sslyze: fakeEngine("sslyze", COMPLETED),
});
