import type { ToolEnd } from "./run-tool.ts";

/** Runs a tool once more when it crashed; a second crash is its answer. */
export async function retryCrash(run: () => Promise<ToolEnd>): Promise<ToolEnd> {
	const end = await run();
	return end.status === "crashed" ? run() : end;
}
