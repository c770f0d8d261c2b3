import type { AddressLook } from "#contract/findings/addresses-looked-at.ts";
import type { Finding, ScanFact, ScanPart, SentItem } from "#contract/findings/findings.ts";
import type { PagesRead } from "#contract/findings/pages-read.ts";
import type { RequestLimits } from "#contract/scans/engines.ts";
import type { Coverage, ScanBodies, ScanFailure, ScanKind } from "#contract/scans/scans.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import type { Readers } from "./readers.ts";

/** Everything an engine gets to work with. */
export type RunContext<K extends ScanKind = ScanKind> = {
	target: CheckedTarget;
	/** The form's fields as they were submitted. */
	body: ScanBodies[K];
	/** Whether an account requested it. */
	signedIn?: boolean;
	/** Aborted on cancel, on shutdown and when the wall-clock limit is reached. */
	signal: AbortSignal;
	now: () => Date;
	/** Reads data from the target, or from a tool about it, off the event loop. */
	read: Readers["run"];
	/** Whole percent done, never decreasing, and one line about the current step. */
	onProgress: (percent: number, step: string) => void;
};

/** A tool's raw output. */
export type RawFile = {
	/** File name, such as `nmap.xml`: letters, digits, dots and dashes. */
	name: string;
	mediaType: string;
	content: Buffer;
};

/** How one run ended. A run that could not check anything failed; it never "found nothing". */
export type RunResult = { parts: ScanPart[]; sent: SentItem[]; raw?: RawFile[] } & (
	| {
			status: "completed";
			coverage: Coverage;
			findings: Finding[];
			facts?: ScanFact[];
			pages?: PagesRead;
			visited?: string[];
			addresses?: AddressLook[];
	  }
	| { status: "failed"; reason: ScanFailure }
);

/** Whether an engine can run on this machine now. */
export type Availability = { available: true; version: string } | { available: false; reason: string };

/** Our adapter around one tool, or around our own checks. */
export type Engine<K extends ScanKind = ScanKind> = {
	kind: K;
	/** Short stable name that findings and fingerprints carry. */
	name: string;
	/** The outside program, null for our own checks. */
	tool: string | null;
	/** How many such scans one process runs at once: many that mostly wait for their target, few that need a lot of memory. */
	atOnce: number;
	/** How long one scan may take, if that differs from the general limit. */
	timeLimitMs?: number;
	/** How much it sends to a site that the operator has not listed, if the tool decides how much. */
	requests?: RequestLimits;
	/** Checks what the contract's schema cannot know about a body, before a scan is accepted. */
	check?(body: ScanBodies[K]): { ok: true } | { ok: false; message: string };
	/** Looks for the tool, until it is found or aborted. Never rejects; a tool that hangs counts as missing. */
	detect: (signal?: AbortSignal) => Promise<Availability>;
	/**
	 * Waits for a tool that was not there and may come at any moment, such as a daemon that still starts. Resolves with true when it is
	 * worth looking again, and with false when there is nothing to wait for. Never rejects.
	 */
	appears?: (signal: AbortSignal) => Promise<boolean>;
	run: (context: RunContext<K>) => Promise<RunResult>;
};

/** One engine for each kind of scan. */
export type Engines = { [K in ScanKind]: Engine<K> };
