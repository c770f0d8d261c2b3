import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Category, Scores } from "./thresholds.ts";

/** One run of Lighthouse on a page of the product. */
export type Job = {
	path: string;
	categories: Category[];
	/** Paths that must open with the network off. */
	routes: string[];
	/** Whether what is the same on every page is tested too: everything that the worker stores, its update, and the queue. */
	wholeSite: boolean;
	/** How many times slower the phone's processor is than this machine's; if absent, nothing is timed. */
	slowdown?: number;
	/** Where the reports go, without their extension. */
	file: string;
};

export type Answer = {
	scores: Scores;
	/** Audits that do not pass. */
	failed: string[];
	/** For a timed run, the share of its time that the page had a processor; null if too small to time it. */
	share: number | null;
};

/** Runs one audit at a time. */
export type Auditor = { audit(job: Job): Promise<Answer>; close(): Promise<void> };

/**
 * Lighthouse measures its own steps under names that two runs in one thread would share, so each auditor is a thread. Each also has its
 * own product, because an audit breaks the line to it.
 */
export function startAuditor(): Auditor {
	const thread = new Worker(new URL("./auditor-thread.ts", import.meta.url));
	// Registered from the start: a thread that an error has ended does not end a second time.
	const ended = new Promise((resolve) => thread.once("exit", resolve));
	return {
		async audit(job) {
			thread.postMessage(job);
			// An error in the thread rejects here.
			const [answer] = await once(thread, "message");
			return answer as Answer;
		},
		async close() {
			thread.postMessage("close");
			await ended;
		},
	};
}
