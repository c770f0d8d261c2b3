import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { ensureChromium } from "../../scripts/browser.ts";
import { withoutProcessesInAdvance } from "../support/chromium-features.ts";
import { scratchFolder } from "../support/scratch-folder.ts";

const FLAGS = [
	"--headless=new",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--no-default-browser-check",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-default-apps",
	"--disable-sync",
	// Lighthouse's page keeps painting while the audits are in another tab.
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-renderer-backgrounding",
	withoutProcessesInAdvance([]),
	"--remote-debugging-port=0",
];
const START_PATIENCE = 60_000;

/**
 * A Chromium with a new profile that listens for Lighthouse. Not through Playwright, which starts browsers with the back/forward cache
 * off and attaches to every worker.
 */
export async function startChromium(): Promise<{ port: number; stop(): Promise<void> }> {
	const profile = await scratchFolder("lighthouse");
	const browser = spawn(ensureChromium(), [...FLAGS, `--user-data-dir=${profile}`, "about:blank"], {
		stdio: "ignore",
		detached: true,
	});
	const ended = once(browser, "exit");
	const stop = async () => {
		// The launcher may be a script: the browser is in its process group.
		if (browser.pid !== undefined && browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
		await ended;
		await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	};
	const deadline = Date.now() + START_PATIENCE;
	while (Date.now() < deadline) {
		const told = await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "");
		const port = Number(told.split("\n")[0]);
		if (port > 0) return { port, stop };
		await after(50);
	}
	await stop();
	throw new Error("Chromium did not open its debugging port.");
}
