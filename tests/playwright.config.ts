import { defineConfig } from "@playwright/test";
import { findChromium } from "../scripts/browser.ts";
import type { WorkerOptions } from "./e2e/kit.ts";
import { withoutProcessesInAdvance } from "./support/chromium-features.ts";

const chromium = findChromium();

export default defineConfig<object, WorkerOptions>({
	testDir: "./e2e",
	// Playwright empties it when it starts, which may be while Lighthouse writes its reports beside it.
	outputDir: "../test-results/browser",
	fullyParallel: true,
	workers: 2,
	forbidOnly: process.env.CI !== undefined,
	reporter: "list",
	// They only stop hangs: a machine with other work may be ten times slower (docs/decisions/0051).
	timeout: 240_000,
	// `quick` is what `npm test` runs, `rest` what `npm run test:all` adds (docs/decisions/0122).
	projects: [
		{
			name: "one",
			...(process.env.TESTS === "quick" && { grep: /@road/ }),
			...(process.env.TESTS === "rest" && { grepInvert: /@road/ }),
		},
		// What must hold just as well across many processes. One worker, because starting them is most of the work.
		...(process.env.TESTS === "quick"
			? []
			: [{ name: "many", grep: /@many/, workers: 1, use: { layout: "many" as const } }]),
	],
	expect: { timeout: 60_000 },
	use: {
		// An action that cannot be done reports itself, instead of the test that waited for it.
		actionTimeout: 60_000,
		navigationTimeout: 60_000,
		// A recording takes a fifth of the time of all tests: record by hand with `npm run e2e -- --trace retain-on-failure`.
		trace: "off",
		screenshot: "only-on-failure",
		launchOptions: {
			...(chromium && { executablePath: chromium }),
			args: [
				"--no-sandbox",
				"--disable-gpu",
				"--disable-quic",
				"--no-first-run",
				"--disable-background-networking",
				"--disable-component-update",
				"--disable-sync",
				withoutProcessesInAdvance(),
			],
		},
	},
});
