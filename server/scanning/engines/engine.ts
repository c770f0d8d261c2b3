import type { Finding, ScanFact, ScanPart, SentItem } from "#contract/findings/findings.ts";
import type { Coverage, ScanBodies, ScanFailure, ScanKind } from "#contract/scans/scans.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import type { Readers } from "./readers.ts";

/** Everything an engine is given to work with. */
export type RunContext<K extends ScanKind = ScanKind> = {
	target: CheckedTarget;
	/** The form's fields as they were submitted. */
	body: ScanBodies[K];
	/** Whether an account asked for it. */
	signedIn?: boolean;
	/** Aborted on cancel, on shut-down and when the wall-clock limit is over. */
	signal: AbortSignal;
	now: () => Date;
	/** Reads what the target sent, or a tool on its behalf, off the event loop. */
	read: Readers["run"];
	/** Whole percent done, never falling, and one line about what is being looked at. */
	onProgress: (percent: number, step: string) => void;
};

/** A tool's output as it came. */
export type RawFile = {
	/** File name, such as `nmap.xml`: letters, digits, dots and dashes. */
	name: string;
	mediaType: string;
	content: Buffer;
};

/** How one run ended. A run that could not look at anything failed; it never "found nothing". */
export type RunResult = { parts: ScanPart[]; sent: SentItem[]; raw?: RawFile[] } & (
	| { status: "completed"; coverage: Coverage; findings: Finding[]; facts?: ScanFact[] }
	| { status: "failed"; reason: ScanFailure }
);

/** Whether an engine can be run on this machine now. */
export type Availability = { available: true; version: string } | { available: false; reason: string };

/** Our adapter around one tool, or around our own checks. */
export type Engine<K extends ScanKind = ScanKind> = {
	kind: K;
	/** Short stable name that findings and fingerprints carry. */
	name: string;
	/** The outside program, null for our own checks. */
	tool: string | null;
	/** How many such scans one process runs at once: those that mostly wait for their target many, those that take memory few. */
	atOnce: number;
	/** How long one scan may take, where that is not what all others may. */
	timeLimitMs?: number;
	/** What the contract's schema cannot know about a body, asked before a scan is accepted. */
	check?(body: ScanBodies[K]): { ok: true } | { ok: false; message: string };
	/** Looks for the tool, until it is found or aborted. Never rejects; a tool that hangs counts as missing. */
	detect: (signal?: AbortSignal) => Promise<Availability>;
	run: (context: RunContext<K>) => Promise<RunResult>;
};

/** One engine for each kind of scan. */
export type Engines = { [K in ScanKind]: Engine<K> };
