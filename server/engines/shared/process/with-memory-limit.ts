import { access, constants } from "node:fs/promises";
import type { ToolCall } from "./run-tool.ts";

const PRLIMIT = "/usr/bin/prlimit";

/** Puts `prlimit` (util-linux) in front where it is there: it sets the limits and becomes the tool. */
export async function withMemoryLimit({ file, args, memoryBytes }: ToolCall): Promise<[string, string[]]> {
	const plain: [string, string[]] = [file, [...args]];
	if (memoryBytes === undefined) return plain;
	const found = await access(PRLIMIT, constants.X_OK).then(
		() => true,
		() => false,
	);
	return found ? [PRLIMIT, [`--as=${memoryBytes}`, "--core=0", "--", file, ...args]] : plain;
}
