import type { ChildProcess } from "node:child_process";

export type Running = {
	/** Everything it printed so far. */
	output(): string;
	/** Ends it as an engine would, and resolves with the exit code; immediately if it has ended. */
	stop(): Promise<number | null>;
};

/** Resolves when a server says that it is ready, or when a command has succeeded; rejects with the output of one that failed. */
export async function untilReady(child: ChildProcess): Promise<Running> {
	let output = "";
	const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
	await new Promise<void>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output += chunk.toString();
			if (/ is ready (at|to work)/.test(output)) resolve();
		};
		child.stdout?.on("data", read);
		child.stderr?.on("data", read);
		child.once("error", reject);
		child.once("close", (code) =>
			code === 0 ? resolve() : reject(new Error(`It ended with ${code} before it was ready:\n${output}`)),
		);
	});
	return {
		output: () => output,
		stop() {
			child.kill("SIGTERM");
			return ended;
		},
	};
}
