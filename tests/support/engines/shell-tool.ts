import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Puts a program of a few shell lines into a folder, to be found and run as a scan tool. */
export async function shellTool(folder: string, name: string, script: string): Promise<string> {
	const path = join(folder, name);
	await writeFile(path, `#!/bin/sh\n${script}\n`);
	await chmod(path, 0o755);
	return path;
}
