/** What the commands need of the machine: tests pass their own. */
export type System = {
	fetch: typeof fetch;
	/** Milliseconds of a clock. */
	now(): number;
	/** Rejects when the command was stopped. */
	sleep(ms: number): Promise<void>;
	/** A key for one request. */
	newKey(): string;
	/** Data, to stdout. */
	print(text: string): void;
	/** A line about what happens, to stderr. */
	note(line: string): void;
	/** How far a scan is: one line that is written over on a terminal, nothing elsewhere. */
	progress(line: string): void;
	writeFile(path: string, data: string | Uint8Array): Promise<void>;
	/** Aborted by Ctrl-C. */
	stopped: AbortSignal;
	/** What to say when the command is stopped from now on. */
	stopText(text: string): void;
};
