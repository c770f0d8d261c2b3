import { readdir, readFile } from "node:fs/promises";

type Process = { pid: number; command: string };

/** The processes whose home is below this folder: every scan tool and what it starts. Empty on systems other than Linux. */
export async function processesBelow(folder: string): Promise<Process[]> {
	if (process.platform !== "linux") return [];
	const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		numbers.map(async (number) => {
			// It may have ended, or belong to another user; one that has ended but still has an entry has no environment.
			const environment = await readFile(`/proc/${number}/environ`, "utf8").catch(() => "");
			if (!environment.split("\0").some((entry) => entry.startsWith(`HOME=${folder}/`))) return [];
			const command = await readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "");
			return [{ pid: Number(number), command: command.replaceAll("\0", " ") }];
		}),
	);
	return found.flat();
}
