// Behind `npm test` and `npm run test:all` (docs/decisions/0122). It shows its progress while it runs. The last lines are the
// slowest files, the time of each step, each failure with the command that reruns just that, and the count. Any failure ends with
// exit code 1.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { ensureChromium } from "../browser.ts";
import { createBoard } from "./board.ts";
import type { Failure } from "./events.ts";
import type { Selection } from "./found-files.ts";
import { type RunningStep, type StepEnd, startStep } from "./run-step.ts";
import { after, type Count, differences, NOT_STARTED, omissions, type StepState, seconds } from "./step-state.ts";
import { lanesOf, STEP_NAMES, type Step } from "./steps.ts";

const SLOWEST_FILES = 10;
const MESSAGE_LINES = 12;
const LINE_LENGTH = 500;
/** How many characters of a failed check's output to show. */
const LAST_OUTPUT = 6_000;
/** Longer than any test may take (`vite.config.ts`, `playwright.config.ts`), so a step that is silent this long is not running a test. */
const SILENCE_MS = 600_000;
/** How long servers and databases need to shut down cleanly. */
const LEAVE_MS = 10_000;
/** The most a run writes: databases, builds and browser profiles. */
const ROOM_BYTES = 3e9;
const FULL_DISK = /ENOSPC|No space left on device/i;

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		all: { type: "boolean", default: false },
		rest: { type: "boolean", default: false },
		verbose: { type: "boolean", default: false },
		shard: { type: "string" },
	},
});
const selection: Selection = values.rest ? "rest" : values.all ? "all" : "quick";
const COMMAND = selection === "quick" ? "npm test --" : "npm run test:all --";
const unknown = positionals.filter((name) => !STEP_NAMES.some((known) => known === name));
if (unknown.length > 0) {
	console.error(`There is no step ${unknown.join(", ")}. The steps are ${STEP_NAMES.join(", ")}.`);
	process.exit(1);
}

const RESULTS = resolve("node_modules/.cache/test-results");
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
/** Milliseconds, status and name of each test, in the order in which they ended. */
const TIMES = `${RESULTS}/times.tsv`;

for (const folder of [tmpdir(), RESULTS]) {
	const { bavail, bsize } = statfsSync(folder);
	if (bavail * bsize < ROOM_BYTES) {
		console.error(
			`The tests need ${ROOM_BYTES / 1e9} GB of disk, and ${folder} has ${(bavail * bsize) / 1e9} GB left. Nothing was started. Make room and run the command again.`,
		);
		process.exit(1);
	}
}

/** A run's hundreds of processes load the same modules: one compiles a module, and the others read the result. */
const env = {
	...process.env,
	NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled"),
	PWTEST_CACHE_DIR: resolve("node_modules/.cache/playwright"),
	CHROMIUM: ensureChromium(),
};

const times: { what: string; ms: number }[] = [];
const files = new Map<string, number>();
const failures: Failure[] = [];
const total: Count = { passed: 0, failed: 0, skipped: 0 };

const board = createBoard(process.stdout);
const running = new Set<RunningStep>();
let stopped = false;

/** Ends the run and everything it started. Ctrl+C arrives twice: from the terminal and from the launcher. */
async function stop(): Promise<void> {
	if (stopped) return;
	stopped = true;
	board.close();
	console.error("\nStopped. What was running is being ended.");
	await Promise.all([...running].map((step) => step.stop()));
	listFailures();
	process.exit(130);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
// The launcher is gone.
process.once("disconnect", stop);

/** What went wrong with a step as a whole. Each is a failure of its own. */
function troubles(step: Step, state: StepState, { status, hung, output }: StepEnd): string[] {
	const open = [...state.open.values()].map(({ what }) => what).join("; ");
	if (hung) return [`It hung: nothing happened for ${seconds(SILENCE_MS)}.${open === "" ? "" : ` Open: ${open}`}`];
	const isFull = FULL_DISK.test(output) || state.failures.some(({ why }) => FULL_DISK.test(why));
	return [
		...(status !== 0 && state.count.failed === 0
			? [`It ended with ${status ?? "a signal"}.\n${output.slice(-LAST_OUTPUT)}`]
			: []),
		...(step.found ? differences(state, step.found) : []),
		...(step.kind === "tests" ? omissions(state) : []),
		...(isFull ? ["The disk is full. What was built and installed is kept. Make room and run the command again."] : []),
	];
}

async function runStep(step: Step): Promise<void> {
	let state = NOT_STARTED;
	const since = Date.now();
	const shown = board.open(step.title, () => state);
	const child = startStep(
		{ program: process.execPath, args: step.args, env: { ...env, ...step.env } },
		{
			log: `${RESULTS}/${step.title.replaceAll(/\W+/g, "-")}.log`,
			silenceMs: SILENCE_MS,
			leaveMs: LEAVE_MS,
			onEvent(event) {
				state = after(state, event, Date.now());
				if ("failure" in event) failures.push(event.failure);
				if (event.type === "broken") board.say(`   FAILED ${event.failure.what}`);
				if (event.type !== "ended") return;
				appendFileSync(TIMES, `${Math.round(event.ms)}\t${event.status}\t${event.what}\n`);
				if (event.status === "failed") board.say(`   FAILED ${event.what} (${seconds(event.ms)})`);
				else if (values.verbose) board.say(`   ${event.status} ${event.what} (${seconds(event.ms)})`);
			},
		},
	);
	running.add(child);
	const end = await child.ended;
	running.delete(child);
	if (stopped) return;

	const wrong = troubles(step, state, end);
	failures.push(...wrong.map((why) => ({ what: step.title, why, again: `${COMMAND} ${step.name}` })));
	// A step without tests of its own is one check.
	const count = step.kind === "tests" ? state.count : { passed: wrong.length === 0 ? 1 : 0, failed: 0, skipped: 0 };
	total.passed += count.passed;
	total.failed += count.failed + wrong.length;
	total.skipped += count.skipped;
	for (const [file, ms] of state.files) files.set(file, (files.get(file) ?? 0) + ms);

	const ms = Date.now() - since;
	times.push({ what: step.title, ms });
	if (values.verbose || (step.shown && wrong.length === 0)) board.say(end.output.trimEnd());
	for (const { command } of end.leftBehind)
		board.say(`   ${step.title} left a process behind, which was ended: ${command}`);
	const failed = count.failed + wrong.length;
	shown.close(
		`${failed === 0 ? "ok    " : "FAILED"} ${step.title}: ${seconds(ms)}${step.kind === "tests" ? `, ${count.passed} passed` : ""}${failed > 0 ? `, ${failed} failed` : ""}`,
	);
}

/** Prints the slowest ones, slowest first. */
function listSlowest(title: string, list: { what: string; ms: number }[], most: number): void {
	if (list.length === 0) return;
	console.log(`\n${title}`);
	const longest = list.toSorted((one, other) => other.ms - one.ms).slice(0, most);
	for (const { what, ms } of longest) console.log(`${seconds(ms).padStart(7)}  ${what}`);
}

/** Prints the failures, each with the start of its message: a truncated log keeps its end. */
function listFailures(): void {
	if (failures.length === 0) return;
	console.log("\nFailed");
	for (const { what, why, again } of failures) {
		console.log(`  ${what}`);
		const lines = stripVTControlCharacters(why).split("\n");
		const ours = lines.filter((line) => line.trim() !== "" && !line.includes("node_modules"));
		for (const line of ours.slice(0, MESSAGE_LINES)) console.log(`      ${line.slice(0, LINE_LENGTH)}`);
		console.log(`      again: ${again}`);
	}
}

const started = Date.now();
const wanted = (step: Step) => positionals.length === 0 || positionals.includes(step.name);
// The official OSCAL schema, if it can be downloaded: without it, its test is reported as skipped.
if (positionals.length === 0 || positionals.includes("unit")) {
	spawnSync(process.execPath, ["scripts/fetch-oscal-schema.ts"], { stdio: "ignore", timeout: 60_000 });
}
// LibreOffice, if it can be installed: without it, tests that need it are reported as skipped.
if (selection !== "quick" && (positionals.length === 0 || positionals.includes("unit"))) {
	spawnSync(process.execPath, ["scripts/install-libreoffice.ts"], { stdio: "ignore", timeout: 300_000 });
}
for (const group of lanesOf(selection, values.shard)) {
	// Side by side, each lane's steps one after another, whether or not one fails.
	await Promise.all(
		group.map(async (lane) => {
			for (const step of lane.filter(wanted)) if (!stopped) await runStep(step);
		}),
	);
}
if (!stopped) {
	board.close();
	listSlowest(
		`The ${SLOWEST_FILES} slowest test files`,
		[...files].map(([what, ms]) => ({ what, ms })),
		SLOWEST_FILES,
	);
	listSlowest(`Steps, ${seconds(Date.now() - started)} in all`, times, times.length);
	listFailures();
	console.log(
		`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
	);
	process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
}
