import type { Finding, ScanPart } from "./findings/findings.ts";

/*
 * What the programs that run in a terminal have in common, so that a pipeline can take one in place of another: the command line of a
 * server (docs/CLI.md), and `npm run look`, which needs no server (docs/SCANNERS.md).
 */

/** The codes that a calling program can act on. */
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

/** What `--fail-on` accepts, worst first. Tools with a level above high say so in `rawSeverity`. */
export const LEVELS = ["critical", "high", "medium", "low"] as const;
export type Level = (typeof LEVELS)[number];

type Rated = Pick<Finding, "severity" | "rawSeverity">;

const rankOf = ({ severity, rawSeverity }: Rated): number => {
	if (severity === "none") return LEVELS.length;
	const isCritical = severity === "high" && /^critical\b/i.test(rawSeverity ?? "");
	return LEVELS.indexOf(isCritical ? "critical" : severity);
};

export const isAtLeast = (finding: Rated, level: Level): boolean => rankOf(finding) <= LEVELS.indexOf(level);

/** Text from hosts and people is untrusted: a terminal acts on control characters. */
export const plain = (text: string): string => text.replace(/\p{C}/gu, "\uFFFD");

/** A finding in one line: severity, place, title and rule, with tabs between them. */
export const findingLine = ({
	severity,
	title,
	location: { host, port, path },
	rule,
}: Pick<Finding, "severity" | "title" | "location" | "rule">): string =>
	`${severity}\t${plain(`${host}${port === 0 ? "" : `:${port}`}${path}`)}\t${plain(title)}\t${plain(rule)}\n`;

/** What was not evaluated, one line for each reason: what answers in place of a site takes several parts with it. */
export function missedLines(parts: readonly ScanPart[]): string[] {
	const missed = parts.filter((part) => part.status === "not-evaluated");
	return [...Map.groupBy(missed, ({ reason }) => reason)].map(
		([reason, those]) => `Not evaluated: ${plain(`${those.map(({ label }) => label).join("; ")}. ${reason}`)}`,
	);
}

/** How many findings there are, and how many of them count. */
export function countLine(findings: readonly Rated[], failOn: Level | undefined): string {
	const count = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
	if (failOn === undefined) return `${count}.`;
	return `${count}, ${findings.filter((finding) => isAtLeast(finding, failOn)).length} at or above ${failOn}.`;
}
