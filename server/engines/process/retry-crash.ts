import type { ToolEnd } from "./run-tool.ts";

/** Runs a tool once more when it crashed, unless it `isBack` no more; a second crash is its answer. */
export async function retryCrash(
	run: () => Promise<ToolEnd>,
	isBack: () => Promise<boolean> = async () => true,
): Promise<ToolEnd> {
	const first = await run();
	if (first.status !== "crashed" || !(await isBack())) return first;
	const second = await run();
	return second.status === "crashed" ? { ...second, times: 2 } : second;
}
