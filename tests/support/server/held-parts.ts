import { rmSync } from "node:fs";
import type { AppDeps } from "#server/app/app-deps.ts";
import type { Config } from "#server/platform/settings/config.ts";
import { createFakeEngine, createFakeEngines } from "../engines/fake-engine.ts";
import { fakeParts } from "./fake-deps.ts";

/** A busy machine must not turn an orderly end into a kill. */
export const PATIENT = { closeLimitMs: 60_000 };

/**
 * Parts of a server for tests that kill it: quick to notice a dead worker, with an engine that immediately finds nothing. With HOLD a
 * scan never ends: every one (`on`), or the one that finds the file that it names, and removes it.
 */
export function heldParts(config: Config): AppDeps {
	const { HOLD } = process.env;
	const engine = createFakeEngine();
	Object.defineProperty(engine, "hold", {
		get: () => HOLD !== undefined && (HOLD === "on" || take(HOLD)),
	});
	return fakeParts(config, createFakeEngines(engine));
}

function take(file: string): boolean {
	try {
		rmSync(file);
		return true;
	} catch {
		return false;
	}
}
