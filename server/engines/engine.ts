import type { Finding, ScanPart, SentItem } from "#contract/findings.ts";
import type { Coverage, ScanFailure } from "#contract/scans.ts";
import type { CheckedTarget } from "../targets/target.ts";

/** What an engine is given to work with. Everything it needs of the world is in here. */
export type RunContext = {
	target: CheckedTarget;
	/** Aborted on cancel, on shut-down and when the wall-clock limit is over. */
	signal: AbortSignal;
	now: () => Date;
	/** Whole percent done, never falling, and one line on what is being looked at. */
	onProgress: (percent: number, step: string) => void;
};

/** How one run ended. A run that could not look at anything failed; it never "found nothing". */
export type RunResult =
	| { status: "completed"; coverage: Coverage; parts: ScanPart[]; findings: Finding[]; sent: SentItem[] }
	| { status: "failed"; reason: ScanFailure; parts: ScanPart[]; sent: SentItem[] };

/** Our adapter around one tool, or around our own checks. */
export type Engine = {
	name: string;
	run: (context: RunContext) => Promise<RunResult>;
};
