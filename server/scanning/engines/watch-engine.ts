import type { ScanKind } from "#contract/scans/scans.ts";
import { type EngineOutcome, happened } from "#server/platform/watch/happened.ts";
import { inSpan } from "#server/platform/watch/span.ts";
import type { RunResult } from "./engine.ts";

/** Runs an engine in its own span, and reports how the run ended. */
export function watchEngine(engine: ScanKind, run: () => Promise<RunResult>): Promise<RunResult> {
	const began = performance.now();
	return inSpan(`engine ${engine}`, "internal", { "plumbline.engine": engine }, async (span) => {
		const end = (outcome: EngineOutcome) => {
			span?.add({ "plumbline.outcome": outcome });
			happened({ what: "engine ended", engine, outcome, seconds: (performance.now() - began) / 1_000 });
		};
		try {
			const result = await run();
			end(result.status === "failed" ? "failed" : result.coverage === "full" ? "completed" : "partial");
			return result;
		} catch (error) {
			end("broke");
			throw error;
		}
	});
}
