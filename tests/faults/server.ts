// A server process for the fault tests: the real program with its real checks, quick to notice what died, with scans that take a moment
// longer so that faults hit them, and with a clock that its parent can move.
import { setTimeout as pause } from "node:timers/promises";
import { startPlumbline } from "#server/app/app.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { systemTxtRecords } from "#server/platform/outgoing/txt-records.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import { createLogger } from "#server/platform/watch/logger.ts";
import type { Engines } from "#server/scanning/engines/engine.ts";
import { createReaders } from "#server/scanning/engines/readers.ts";
import { createEngines } from "#server/scanning/engines/registry.ts";
import { fetchFile } from "#server/scanning/targets/ownership/fetch-file.ts";
import { quickPasswords } from "../support/server/quick-passwords.ts";
import { FAULT_TIMINGS } from "./timings.ts";

let clockOffsetMs = 0;
process.on("message", (message: { clockOffsetMs: number }) => {
	clockOffsetMs = message.clockOffsetMs;
});

/** Steps and time before the real scan: a scan of just the practice target would be over before a fault hits it. */
const slower = (engines: Engines): Engines => ({
	...engines,
	combined: {
		...engines.combined,
		async run(context) {
			for (let step = 1; step <= 3; step++) {
				context.onProgress(step, `Waiting ${step}`);
				await pause(Math.random() * 400, undefined, { signal: context.signal });
			}
			return engines.combined.run(context);
		},
	},
});

const config = readConfig(process.env);
const running = await startPlumbline(config, {
	log: createLogger(config.LOG_LEVEL),
	now: () => new Date(Date.now() + clockOffsetMs),
	passwords: quickPasswords(),
	resolver: systemResolver,
	txtRecords: systemTxtRecords,
	fetchFile,
	createEngines: (deps) => slower(createEngines(deps)),
	createReaders,
	startPractice: async () => ({ urls: [], close: async () => {} }),
	dist: undefined,
	timings: FAULT_TIMINGS,
	say: () => {},
});
process.on("SIGTERM", async () => {
	await running.close();
	process.exit(0);
});
process.send?.("ready");
