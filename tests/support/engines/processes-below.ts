import { readdir, readFile } from "node:fs/promises";

/** What runs with a home below this folder, as every scan tool does and whatever it starts. Linux says; elsewhere nothing is known. */
export async function processesBelow(folder: string): Promise<string[]> {
	if (process.platform !== "linux") return [];
	const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(
		numbers.map(async (number) => {
			// It may have ended, or be somebody else's; one that has ended and is not yet taken note of has no environment.
			const environment = await readFile(`/proc/${number}/environ`, "utf8").catch(() => "");
			if (!environment.split("\0").some((entry) => entry.startsWith(`HOME=${folder}/`))) return [];
			return [(await readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ")];
		}),
	);
	return found.flat();
}
