import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The Chromium for browser tests: `CHROMIUM`, the system's, or Playwright's; undefined if there is none. */
export function findChromium(): string | undefined {
	const candidates = [process.env.CHROMIUM, ...SYSTEM_PATHS, chromium.executablePath()];
	return candidates.find((path) => path !== undefined && path !== "" && existsSync(path));
}

/** Finds or installs Chromium: from the system's packages if we have the rights, otherwise with Playwright's download. */
export function ensureChromium(): string {
	const found = findChromium();
	if (found) return found;
	console.log("Installing Chromium for the browser tests (once) …");
	const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "inherit" }).status === 0;
	if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
		if (run("apt-get", "update", "-q")) run("apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium");
	} else {
		run(process.execPath, "node_modules/@playwright/test/cli.js", "install", "chromium");
	}
	const installed = findChromium();
	if (installed) return installed;
	throw new Error(
		"The browser tests need Chromium: install it with your system's packages, or set CHROMIUM to its path.",
	);
}
