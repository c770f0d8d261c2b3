/** The codes that a calling program can act on (docs/CLI.md). */
export const EXIT = {
	ok: 0,
	findings: 1,
	usage: 2,
	notAllowed: 3,
	scanFailed: 4,
	timeout: 5,
	unreachable: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a code and a sentence for the person who reads the log. */
export class CommandError extends Error {
	readonly code: ExitCode;
	constructor(code: ExitCode, message: string) {
		super(message);
		this.code = code;
	}
}
