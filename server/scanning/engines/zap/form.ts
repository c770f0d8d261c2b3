import type { FoundTool } from "../shared/process/find-tool.ts";
import type { ToolEnd } from "../shared/process/run-tool.ts";
import type { ZapLog } from "./progress.ts";
import type { ZapSetup } from "./setup.ts";

/** One run of the plan in the run's folder. */
export type ZapRun = {
	/** What `find` found. */
	file: string;
	folder: string;
	/** Sent with every request. */
	userAgent: string;
	signal: AbortSignal;
	/** When its time is up, in milliseconds since 1970. */
	until: number;
	log: ZapLog;
	/** Called with what ZAP said about its settings, once the plan is over. */
	onSetup: (setup: ZapSetup) => void;
};

/** How ZAP runs on this machine: with its own script, in a container, or as a daemon that is already running. */
export type ZapForm = {
	find: (signal?: AbortSignal) => Promise<FoundTool>;
	/** See `Engine`. */
	appears?: (signal: AbortSignal) => Promise<boolean>;
	/** What is known of its settings without asking. */
	setup: ZapSetup;
	/** The host under which ZAP reaches this machine's loopback. */
	proxyHost: string;
	/** Where ZAP sees the run's folder. */
	seenFolder: (folder: string) => string;
	/** Runs the plan until it ends or its time is up. */
	run: (run: ZapRun) => Promise<ToolEnd>;
	/** After a crash, waits until another attempt is possible. False if none is. */
	isBack: (run: ZapRun) => Promise<boolean>;
};

/** What one process gets: its run's folder, a name of its own, and what ZAP itself gets, given where it sees the folder. */
type ZapJob = { folder: string; name: string; args: (folder: string) => string[] };

/** How a process of ZAP is started and ended for one run. */
export type ZapProcess = {
	env: Record<string, string>;
	command: (job: ZapJob) => string[];
	/** Makes sure that nothing of a stopped run is left that a signal cannot reach; undefined if a signal reaches everything. */
	remove: ((name: string) => string[]) | undefined;
};
