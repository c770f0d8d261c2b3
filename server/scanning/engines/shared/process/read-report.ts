import { readFile, stat } from "node:fs/promises";

/** The text of a file that a tool wrote: empty when there is none, undefined when it is larger than what we read. */
export async function readReport(path: string, mostBytes: number): Promise<string | undefined> {
	try {
		return (await stat(path)).size > mostBytes ? undefined : await readFile(path, "utf8");
	} catch {
		return "";
	}
}
