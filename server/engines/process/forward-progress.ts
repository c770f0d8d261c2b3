import type { RunContext } from "../engine.ts";

type OnProgress = RunContext["onProgress"];

/**
 * Passes on what is further than what was told before, and drops the rest with its words: a tool that crashed begins again, and
 * a scan that was trying for faults would be looking for pages.
 */
export function forwardProgress(onProgress: OnProgress): OnProgress {
	const told = new Set<string>();
	let done = 0;
	return (percent, step) => {
		if (percent < done || (percent === done && told.has(step))) return;
		done = percent;
		told.add(step);
		onProgress(percent, step);
	};
}
