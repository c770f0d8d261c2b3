import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { scratchFolder } from "../scratch-folder.ts";

/** Why an older release's code is not available here; undefined if it is. */
export function whyNoHistory(commit: string): string | undefined {
	const { status } = spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`]);
	return status === 0 ? undefined : "this clone does not have the history";
}

/** An older release's own code in a new folder, with today's packages. Returns its program. */
export async function unpackRelease(commit: string): Promise<string> {
	const folder = await scratchFolder("release");
	const { status, stderr } = spawnSync("sh", ["-c", 'git archive "$1" | tar -x -C "$2"', "sh", commit, folder], {
		encoding: "utf8",
	});
	if (status !== 0) throw new Error(`The release ${commit} could not be unpacked: ${stderr}`);
	symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
	// Where it was until 0.2.
	const before = join(folder, "server/main.ts");
	return existsSync(before) ? before : join(folder, "server/app/main.ts");
}
