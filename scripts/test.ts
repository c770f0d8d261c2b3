// All checks that must pass before a change lands, in one run: types, lint, unused code, licenses, the build, unit and server tests,
// then Lighthouse beside the browser tests, and its timed pages alone (docs/decisions/0090). The last lines list the slowest files and steps, then what failed
// and why, and count passes and failures. Any failure ends with exit code 1.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CATEGORIES } from "../tests/lighthouse/thresholds.ts";
import { ensureChromium } from "./browser.ts";
import { createStage } from "./test-stage.ts";

type Count = { passed: number; failed: number; skipped: number };
type Slow = { what: string; ms: number };
/** A failed test, or a failed step that counts none, with its first message. */
type Failure = { what: string; why: string };
type Results = { count: Count; files: Slow[]; failures: Failure[] };

const SLOWEST_FILES = 10;
const MESSAGE_LINES = 12;

// Absolute, because Playwright resolves a relative path against its configuration file.
const RESULTS = resolve("node_modules/.cache/test-results");
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

/** Hundreds of processes of a run load the same modules: what one of them has compiled, the others read. */
const COMPILED = { NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") };

const steps: Slow[] = [];
const files: Slow[] = [];
const failures: Failure[] = [];

const stage = createStage(process.stdout);

function run(title: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
	const started = Date.now();
	return stage.run(title, process.execPath, args, { ...process.env, ...COMPILED, ...env }, (status) => {
		const ms = Date.now() - started;
		steps.push({ what: title, ms });
		return `   ${title}: ${status === 0 ? "ok" : "FAILED"} in ${seconds(ms)}\n`;
	});
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;

/** A step that is a single check: it passes or fails. */
async function check(title: string, args: string[]): Promise<Count> {
	const ok = await run(title, args);
	if (!ok) failures.push({ what: title, why: "" });
	return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** A step that runs tests and writes its results as JSON. If the runner fails or runs no tests, that counts as a failure. */
async function tests(
	title: string,
	args: string[],
	file: string,
	read: (json: never) => Results,
	env?: NodeJS.ProcessEnv,
): Promise<Count> {
	const ok = await run(title, args, env);
	let count: Count = { passed: 0, failed: 0, skipped: 0 };
	try {
		const results = read(JSON.parse(readFileSync(`${RESULTS}/${file}`, "utf8")) as never);
		count = results.count;
		files.push(...results.files);
		failures.push(...results.failures);
	} catch (error) {
		console.error(`   ${title} wrote no results: ${error}`);
	}
	const broken = (!ok || count.passed === 0) && count.failed === 0;
	if (broken) failures.push({ what: title, why: "" });
	return broken ? { ...count, failed: 1 } : count;
}

type VitestJson = {
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	testResults: {
		name: string;
		startTime: number;
		endTime: number;
		/** Why the file itself failed: not a test in it, but its import or a hook. */
		message: string;
		assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
	}[];
};

function readVitest(json: VitestJson): Results {
	return {
		failures: json.testResults.flatMap(({ name, message, assertionResults }) => {
			const file = relative(process.cwd(), name);
			const tests = assertionResults
				.filter(({ status }) => status === "failed")
				.map(({ fullName, failureMessages }) => ({ what: `${file}: ${fullName}`, why: failureMessages[0] ?? "" }));
			return message === "" || tests.length > 0 ? tests : [{ what: file, why: message }];
		}),
		count: { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests },
		files: json.testResults.map(({ name, startTime, endTime }) => ({
			what: relative(process.cwd(), name),
			ms: endTime - startTime,
		})),
	};
}

type PlaywrightSuite = {
	specs?: {
		title: string;
		file: string;
		line: number;
		ok: boolean;
		tests: { results: { duration: number; error?: { message?: string } }[] }[];
	}[];
	suites?: PlaywrightSuite[];
};
type PlaywrightJson = {
	stats: { expected: number; unexpected: number; flaky: number; skipped: number };
	suites: (PlaywrightSuite & { file: string })[];
};

const durationOf = ({ specs = [], suites = [] }: PlaywrightSuite): number =>
	[
		...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
		...suites.map(durationOf),
	].reduce((sum, ms) => sum + ms, 0);

const failuresOf = ({ specs = [], suites = [] }: PlaywrightSuite): Failure[] => [
	...specs
		.filter(({ ok }) => !ok)
		.map(({ title, file, line, tests }) => ({
			what: `tests/e2e/${file}:${line}: ${title}`,
			why: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message ?? "",
		})),
	...suites.flatMap(failuresOf),
];

function readPlaywright({ stats, suites }: PlaywrightJson): Results {
	return {
		failures: suites.flatMap(failuresOf),
		count: { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped },
		files: suites.map((suite) => ({ what: `tests/e2e/${suite.file}`, ms: durationOf(suite) })),
	};
}

/** Prints the slowest ones, slowest first. */
function listSlowest(title: string, list: Slow[], most: number): void {
	if (list.length === 0) return;
	console.log(`\n${title}`);
	const longest = list.toSorted((one, other) => other.ms - one.ms).slice(0, most);
	for (const { what, ms } of longest) console.log(`${seconds(ms).padStart(7)}  ${what}`);
}

/** Prints what failed, each with the beginning of its message: a log that is cut keeps its end. */
function listFailures(): void {
	if (failures.length === 0) return;
	console.log("\nFailed");
	for (const { what, why } of failures) {
		console.log(`  ${what}`);
		const lines = stripVTControlCharacters(why).split("\n");
		const ours = lines.filter((line) => line.trim() !== "" && !line.includes("node_modules"));
		for (const line of ours.slice(0, MESSAGE_LINES)) console.log(`      ${line}`);
	}
}

const only = process.argv[2];
const chromium = ensureChromium();
const bin = (path: string) => `node_modules/${path}`;
type Step = [name: string, step: () => Promise<Count>];

const checks: Step[] = [
	["types", () => check("types", [bin("typescript/bin/tsc"), "-b"])],
	["lint", () => check("lint and format", [bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."])],
	["unused", () => check("unused code", [bin("knip/bin/knip.js")])],
	["licenses", () => check("SBOM and licenses", ["scripts/licenses.ts"])],
	["build", () => check("build", ["scripts/launch.mjs", "build"])],
];
const unit: Step = [
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
			readVitest,
		),
];
const audits = (title: string, categories: readonly string[]): Step => [
	"lighthouse",
	() => check(title, ["tests/lighthouse/run.ts", "--categories", categories.join(",")]),
];
const isTimed = (category: string) => category === "performance";
const pages = audits(
	"Lighthouse",
	CATEGORIES.filter((category) => !isTimed(category)),
);
const timed = audits("Lighthouse, timed", CATEGORIES.filter(isTimed));
const e2e: Step = [
	"e2e",
	() =>
		tests(
			"browser tests",
			[bin("@playwright/test/cli.js"), "test", "--config=tests/playwright.config.ts"],
			"e2e.json",
			readPlaywright,
			{ CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: `${RESULTS}/e2e.json` },
		),
];

/** One step after the other, whether or not one fails. */
async function lane(list: Step[]): Promise<Count[]> {
	const counts: Count[] = [];
	for (const [name, step] of list) if (!only || only === name) counts.push(await step());
	return counts;
}

// The official schema of OSCAL, where it can be had: without it, its test is skipped by name.
if (!only || only === "unit") {
	spawnSync(process.execPath, ["scripts/fetch-oscal-schema.ts"], { stdio: "ignore", timeout: 60_000 });
}

// What comes first needs all of the machine. Then each lane works while the other one waits. What is timed comes last, alone.
const early = await lane([...checks, unit]);
const beside = await Promise.all([lane([e2e]), lane([pages])]);
const last = await lane([timed]);

const total: Count = { passed: 0, failed: 0, skipped: 0 };
for (const { passed, failed, skipped } of [...early, ...beside.flat(), ...last]) {
	total.passed += passed;
	total.failed += failed;
	total.skipped += skipped;
}
listSlowest(`The ${SLOWEST_FILES} slowest test files`, files, SLOWEST_FILES);
listSlowest("Steps", steps, steps.length);
listFailures();
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
