// Runs in every test file. Files of one Vitest worker run one after another in the same process, which saves each of them starting Node
// and importing the libraries. Our own modules are new to each file, and so is everything below.
import { afterAll, vi } from "vitest";

/** Libraries that may be loaded twice keep shared state under such names (__zod_globalConfig). */
const isLibrarys = (name: string) => name.startsWith("__");

/** What a file can change in its process, by name. */
function lookAtProcess(): Map<string, unknown> {
	const globals = Object.keys(Object.getOwnPropertyDescriptors(globalThis)).filter((name) => !isLibrarys(name));
	return new Map<string, unknown>([
		...globals.map((name): [string, unknown] => [`globalThis.${name}`, Reflect.get(globalThis, name)]),
		...Object.entries(process.env).map(([name, value]): [string, unknown] => [`process.env.${name}`, value]),
		...process
			.eventNames()
			.map((name): [string, unknown] => [`listeners of process for ${String(name)}`, process.listenerCount(name)]),
		["process.cwd()", process.cwd()],
		["process.exitCode", process.exitCode],
	]);
}

/** What the file scheduled for the end of its process happens when the file ends. */
function runExitListeners(before: readonly unknown[]): void {
	for (const listener of process.listeners("exit")) {
		if (before.includes(listener)) continue;
		process.off("exit", listener);
		listener(0);
	}
}

/** Zod's settings: all its copies share them, and a library that loads it sets its own messages. The product's schemas have none. */
function forgetZodSettings(): void {
	const settings: object | undefined = Reflect.get(globalThis, "__zod_globalConfig");
	for (const name of Object.keys(settings ?? {})) Reflect.deleteProperty(settings ?? {}, name);
}

function undo(): void {
	vi.useRealTimers();
	vi.unstubAllGlobals();
	vi.unstubAllEnvs();
	vi.resetModules();
	forgetZodSettings();
}

// Hooks do not run in a file whose tests are all skipped, so the next one undoes its changes.
undo();
const exitListeners = process.listeners("exit");
const before = lookAtProcess();

// The hook registered first runs last.
afterAll(() => {
	undo();
	runExitListeners(exitListeners);
	const after = lookAtProcess();
	const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
		(name) => !Object.is(before.get(name), after.get(name)),
	);
	if (changed.length > 0) {
		throw new Error(
			`This file leaves something to the next one in its process: ${changed.join(", ")}. Use vi.stubGlobal or vi.stubEnv, which end with the file, or undo it in a hook.`,
		);
	}
});
