import fc from "fast-check";
import { expect } from "vitest";
import { SEED, TIMES } from "./sample.ts";

/** When the long form moves on to the next test, whether or not all cases are done. */
const LONGEST_MS = process.env.FUZZ_TIMES === undefined ? undefined : 120_000;

/**
 * Checks a property with many generated cases. A failure shows the smallest case that still fails, and the command that runs the same
 * cases again. `kept`: cases that failed once, or that should not depend on chance; they run first.
 */
export async function fuzz<T extends [unknown, ...unknown[]]>(
	property: fc.IPropertyWithHooks<T> | fc.IAsyncPropertyWithHooks<T>,
	{ runs, kept = [] }: { runs: number; kept?: T[] },
): Promise<void> {
	const result = await fc.check(property as fc.IAsyncPropertyWithHooks<T>, {
		seed: SEED,
		numRuns: runs * TIMES + kept.length,
		examples: kept,
		...(LONGEST_MS !== undefined && { interruptAfterTimeLimit: LONGEST_MS }),
	});
	if (!result.failed) return;
	const { testPath = "", currentTestName = "" } = expect.getState();
	const file = testPath.slice(testPath.indexOf("tests/"));
	const again = `FUZZ_SEED=${SEED} FUZZ_TIMES=${TIMES} npx vitest run ${file}`;
	throw new Error(`${currentTestName}\nTo repeat: ${again}\n${fc.defaultReportMessage(result)}`, {
		cause: result.errorInstance,
	});
}
