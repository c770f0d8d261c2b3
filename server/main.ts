import { site } from "#src/config/site.ts";
import type { Plumbline } from "./app.ts";

const WANTED_NODE = 24;
/** SIGTERM promises an end within 10 s, after DRAIN_SECONDS. */
const CLOSE_LIMIT_MS = 9_000;

function fail(message: string): never {
	console.error(`\n${message}\n`);
	process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < WANTED_NODE) {
	fail(`${site.name} needs Node ${WANTED_NODE} or later; this is ${process.version}. "npm start" brings its own.`);
}

/** Errors written for the operator. All others are our faults and come with their stack. */
const PLAIN_ERRORS = ["ConfigError", "StartError", "EmbeddedDatabaseError"];

async function start(): Promise<Plumbline> {
	// Loaded here, so that the sentence about Node comes before anything that an old one cannot read.
	const [{ startPlumbline }, { readConfig }, { createProductDeps }, { createWorkerProcess }] = await Promise.all([
		import("./app.ts"),
		import("./config.ts"),
		import("./product-deps.ts"),
		import("./worker-process/worker-process.ts"),
	]);
	const config = readConfig(process.env);
	const deps = createProductDeps(config);
	const worker = new URL("./worker-process/entry.ts", import.meta.url);
	return startPlumbline(config, { ...deps, workerProcess: createWorkerProcess(worker, deps.log) });
}

let closing = false;
async function end(running: Plumbline, code: number): Promise<void> {
	if (closing) return;
	closing = true;
	await running.leave();
	setTimeout(() => fail(`Not everything ended in ${CLOSE_LIMIT_MS / 1_000} s; leaving.`), CLOSE_LIMIT_MS).unref();
	await running.close();
	process.exit(code);
}

/** A signal that comes during the start is kept for the moment when there is something to close. */
let asked = false;
let running: Plumbline | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
	process.on(signal, () => {
		asked = true;
		if (running) void end(running, 0);
	});
}

try {
	running = await start();
} catch (error) {
	if (error instanceof Error && PLAIN_ERRORS.includes(error.name)) fail(error.message);
	console.error(error);
	process.exit(1);
}
const plumbline = running;
if (asked) await end(plumbline, 0);

console.log(`\n${site.name}`);
for (const [label, text] of plumbline.facts) {
	console.log(`  ${label.padEnd(10)}  ${text}`);
}
// Tests and scripts wait for this line.
console.log(`\n${site.name} is ready${plumbline.port ? ` at ${plumbline.publicUrl}` : " to work"}\n`);

if (!closing) plumbline.addTools();

const reason = await plumbline.broken;
if (!closing) {
	console.error(`\n${reason} Leaving; start again to recover.\n`);
	await end(plumbline, 1);
}
