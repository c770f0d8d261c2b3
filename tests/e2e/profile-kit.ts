import { readdir, readFile } from "node:fs/promises";
import { type BrowserContext, chromium } from "@playwright/test";
import { test } from "./kit.ts";

type Options = NonNullable<Parameters<typeof chromium.launchPersistentContext>[1]>;

/** A browser with a profile folder that can be reopened, like a phone's. */
export const openProfile = (folder: string, options: Options = {}): Promise<BrowserContext> =>
	chromium.launchPersistentContext(folder, {
		...test.info().project.use.launchOptions,
		serviceWorkers: "allow",
		...options,
	});

/** kill -9 of the browser process that was started on this profile. Resolves when it is gone. */
export async function killBrowser(context: BrowserContext, folder: string): Promise<void> {
	const closed = context.waitForEvent("close");
	for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
		const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
		const args = command.split("\0");
		if (args.includes(`--user-data-dir=${folder}`) && !command.includes("--type="))
			process.kill(Number(pid), "SIGKILL");
	}
	await closed;
}
