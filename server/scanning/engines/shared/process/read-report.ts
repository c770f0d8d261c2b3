import { readFile, stat } from "node:fs/promises";

/** The text of a file that a tool wrote: empty if there is none, undefined if it is larger than we read. */
export async function readReport(path: string, mostBytes: number): Promise<string | undefined> {
	try {
		return (await stat(path)).size > mostBytes ? undefined : await readFile(path, "utf8");
	} catch {
		return "";
	}
}
