/** What the commands need from the machine; tests pass their own. */
export type System = {
	fetch: typeof fetch;
	/** Milliseconds of a clock. */
	now(): number;
	/** Rejects if the command is stopped. */
	sleep(ms: number): Promise<void>;
	/** A key for one request. */
	newKey(): string;
	/** Data, to stdout. */
	print(text: string): void;
	/** A line about what is happening, to stderr. */
	note(line: string): void;
	/** A scan's progress: one line, overwritten in place, on a terminal; nothing elsewhere. */
	progress(line: string): void;
	writeFile(path: string, data: string | Uint8Array): Promise<void>;
	/** Aborted by Ctrl-C. */
	stopped: AbortSignal;
	/** What to say if the command is stopped from now on. */
	stopText(text: string): void;
};
