import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installPackages } from "./debian-packages.ts";

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
	if (!installPackages("chromium")) {
		const install = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
		spawnSync(process.execPath, install, { stdio: "inherit" });
	}
	const installed = findChromium();
	if (installed) return installed;
	throw new Error(
		"The browser tests need Chromium: install it with your system's packages, or set CHROMIUM to its path.",
	);
}
