/** What a test runner reports to its run, over the IPC channel of its process. */
export type TestEvent =
	/** The files it is about to run, relative to the root. Once, before any test. */
	| { type: "planned"; files: string[] }
	/** This many more tests are known. */
	| { type: "collected"; tests: number }
	| { type: "began"; id: string; what: string }
	| { type: "ended"; id: string; what: string; file: string; ms: number; status: "passed" | "skipped" }
	| { type: "ended"; id: string; what: string; file: string; ms: number; status: "failed"; failure: Failure }
	/** Something other than a test failed: a file that cannot be loaded, a hook, an uncaught error. */
	| { type: "broken"; failure: Failure };

export type Failure = {
	/** The test or the step that failed. */
	what: string;
	/** The start of its message; empty if the step's output has it. */
	why: string;
	/** The command that reruns just this. */
	again: string;
};

/** Resolves when the run has received this and everything sent before. In a runner started by hand, it does nothing. */
export function tell(event: TestEvent): Promise<void> {
	return new Promise((resolve, reject) => {
		if (!process.send) return resolve();
		process.send(event, undefined, undefined, (error) => (error ? reject(error) : resolve()));
	});
}

// Without the run, no one waits for the tests. Listening alone must not keep the process alive.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
