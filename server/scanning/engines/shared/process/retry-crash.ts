import type { ToolEnd } from "./run-tool.ts";

/** Runs a tool again if it crashed, unless `isBack` says it did not come back. A second crash is the result. */
export async function retryCrash(
	run: () => Promise<ToolEnd>,
	isBack: () => Promise<boolean> = async () => true,
): Promise<ToolEnd> {
	const first = await run();
	if (first.status !== "crashed" || !(await isBack())) return first;
	const second = await run();
	return second.status === "crashed" ? { ...second, times: 2 } : second;
}
