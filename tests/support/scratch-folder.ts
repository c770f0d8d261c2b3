import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folders: string[] = [];

process.on("exit", () => {
	// A folder that a server still writes into is left to the system's own cleanup.
	for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 2 });
});

/** A new empty folder that is deleted with this process. For what outlives a test file's hooks, such as servers and browser profiles. */
export async function scratchFolder(purpose: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `plumbline-${purpose}-`));
	folders.push(folder);
	return folder;
}
