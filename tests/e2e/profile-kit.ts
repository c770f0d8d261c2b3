import { readdir, readFile } from "node:fs/promises";
import { type BrowserContext, type BrowserContextOptions, chromium } from "@playwright/test";
import { test } from "./kit.ts";

/** A browser on a profile folder that can be opened again, as a phone's is. */
export const openProfile = (folder: string, look: BrowserContextOptions = {}): Promise<BrowserContext> =>
	chromium.launchPersistentContext(folder, {
		...test.info().project.use.launchOptions,
		serviceWorkers: "allow",
		...look,
	});

/** kill -9 of the browser process that was started on this profile. */
export async function killBrowser(folder: string): Promise<void> {
	for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
		const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
		const args = command.split("\0");
		if (args.includes(`--user-data-dir=${folder}`) && !command.includes("--type="))
			process.kill(Number(pid), "SIGKILL");
	}
}
