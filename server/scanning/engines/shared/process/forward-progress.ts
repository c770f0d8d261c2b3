import type { RunContext } from "../../engine.ts";

type OnProgress = RunContext["onProgress"];

/**
 * Reports progress only when it has advanced, and drops everything else, including its text. A tool that crashed starts over, and without
 * this a scan that was already testing would go back to "following links".
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
