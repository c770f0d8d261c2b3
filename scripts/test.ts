// Everything that must hold before a change lands, in one run: types, lint, unused code, unit and server tests, the
// build, browser tests, Lighthouse. The last line counts what passed and failed; any failure ends with exit code 1.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { ensureChromium } from "./browser.ts";

type Count = { passed: number; failed: number; skipped: number };

// Absolute: Playwright takes a relative path as relative to its configuration.
const RESULTS = resolve("node_modules/.cache/test-results");
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

function run(title: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
	console.log(`\n── ${title}`);
	const started = Date.now();
	const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, ...env } });
	console.log(`   ${title}: ${status === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`);
	return status === 0;
}

/** A step that is one check: it passes or it fails. */
function check(title: string, args: string[]): Count {
	const ok = run(title, args);
	return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** A step that runs tests and writes its counts as JSON. A runner that fails, or ran nothing, counts as a failure. */
function tests(
	title: string,
	args: string[],
	file: string,
	read: (json: never) => Count,
	env?: NodeJS.ProcessEnv,
): Count {
	const ok = run(title, args, env);
	let count: Count = { passed: 0, failed: 0, skipped: 0 };
	try {
		count = read(JSON.parse(readFileSync(`${RESULTS}/${file}`, "utf8")) as never);
	} catch (error) {
		console.error(`   ${title} left no result: ${error}`);
	}
	const broken = (!ok || count.passed === 0) && count.failed === 0;
	return broken ? { ...count, failed: 1 } : count;
}

type VitestJson = { numPassedTests: number; numFailedTests: number; numPendingTests: number };
type PlaywrightJson = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

const only = process.argv[2];
const chromium = ensureChromium();
const bin = (path: string) => `node_modules/${path}`;
const steps: [name: string, step: () => Count][] = [
	["types", () => check("types", [bin("typescript/bin/tsc"), "-b"])],
	["lint", () => check("lint and format", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."])],
	["unused", () => check("unused code", [bin("knip/bin/knip.js")])],
	[
		"unit",
		() =>
			tests(
				"unit and server tests",
				[
					bin("vitest/vitest.mjs"),
					"run",
					"--reporter=default",
					"--reporter=json",
					`--outputFile.json=${RESULTS}/unit.json`,
				],
				"unit.json",
				(json: VitestJson) => ({
					passed: json.numPassedTests,
					failed: json.numFailedTests,
					skipped: json.numPendingTests,
				}),
			),
	],
	["build", () => check("build", ["scripts/launch.mjs", "build"])],
	[
		"e2e",
		() =>
			tests(
				"browser tests",
				[bin("@playwright/test/cli.js"), "test", "--config=tests/playwright.config.ts"],
				"e2e.json",
				({ stats }: PlaywrightJson) => ({
					passed: stats.expected,
					failed: stats.unexpected + stats.flaky,
					skipped: stats.skipped,
				}),
				{ CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/e2e.json` },
			),
	],
	["lighthouse", () => check("Lighthouse", ["tests/lighthouse/run.ts"])],
];

const total: Count = { passed: 0, failed: 0, skipped: 0 };
for (const [name, step] of steps) {
	if (only && only !== name) continue;
	const { passed, failed, skipped } = step();
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
}
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
