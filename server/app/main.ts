import { createEnding, type Ending } from "#server/platform/process/ending.ts";
import { site } from "#src/config/site.ts";
import type { Plumbline } from "./app.ts";

const WANTED_NODE = 24;

function fail(message: string): never {
	console.error(`\n${message}\n`);
	process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < WANTED_NODE) {
	fail(`${site.name} needs Node ${WANTED_NODE} or later; this is ${process.version}. "npm start" brings its own.`);
}

/** Errors written for the operator. All others are our fault and come with their stack. */
const PLAIN_ERRORS = ["ConfigError", "StartError", "EmbeddedDatabaseError"];

async function start(): Promise<Plumbline> {
	// Loaded here, so that the sentence about Node comes before anything that an old version cannot read.
	const [{ startPlumbline }, { readConfig }, { createProductDeps }, { createWorkerProcess }, { watchStrayRejections }] =
		await Promise.all([
			import("./app.ts"),
			import("#server/platform/settings/config.ts"),
			import("./product-deps.ts"),
			import("./worker-process/worker-process.ts"),
			import("#server/platform/watch/stray-rejections.ts"),
		]);
	const config = readConfig(process.env);
	const deps = createProductDeps(config);
	watchStrayRejections(deps.log);
	const worker = new URL("./worker-process/entry.ts", import.meta.url);
	return startPlumbline(config, { ...deps, workerProcess: createWorkerProcess(worker, deps.log) });
}

/** A signal that arrives during the start is remembered until there is something to close. */
let asked = false;
let ending: Ending | undefined;
function end(): void {
	asked = true;
	ending?.signal();
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
// The launcher was killed and could not pass a signal on.
process.on("disconnect", end);

const plumbline = await start().catch((error) => {
	if (error instanceof Error && PLAIN_ERRORS.includes(error.name)) fail(error.message);
	console.error(error);
	process.exit(1);
});
ending = createEnding(plumbline, {
	say: (text) => console.error(`\n${text}\n`),
	exit: (code) => process.exit(code),
	now: () => performance.now(),
});
if (asked) ending.signal();
else begin(plumbline);
ending.breakDown(await plumbline.broken);

function begin({ facts, port, publicUrl, addTools }: Plumbline): void {
	console.log(`\n${site.name}`);
	for (const [label, text] of facts) {
		console.log(`  ${label.padEnd(10)}  ${text}`);
	}
	// Tests and scripts wait for this line.
	console.log(`\n${site.name} is ready${port ? ` at ${publicUrl}` : " to work"}\n`);
	addTools();
}
