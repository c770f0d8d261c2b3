// Runs the free scan from a terminal, with no server, account or database, or judges captured answers from a file: `npm run look`.
import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import {
	CommandError,
	countLine,
	EXIT,
	type ExitCode,
	findingLine,
	isAtLeast,
	LEVELS,
	type Level,
	missedLines,
	plain,
} from "#contract/command-line.ts";
import { gradeReason } from "#contract/findings/grade.ts";
import { systemResolver } from "#server/platform/outgoing/resolver.ts";
import { readConfig } from "#server/platform/settings/config.ts";
import type { RunResult } from "../engines/engine.ts";
import { createReaders, forOneScan } from "../engines/readers.ts";
import { buildReport } from "../scans/report/build-report.ts";
import { LONGEST_CAPTURE, readCapture } from "./capture.ts";
import { lookAtCapture } from "./look-at-capture.ts";
import { lookAtSite } from "./look-at-site.ts";

const USAGE = `Usage: npm run look -- ADDRESS|FILE [--json] [--fail-on LEVEL]

Runs the free scan of one site from here, or judges captured answers from a file
(docs/SCANNERS.md describes the format). Nothing is stored and nothing is mailed.

  --json            print the whole report as JSON
  --fail-on LEVEL   exit with 1 if there is a finding at or above
                    ${LEVELS.join(", ")}

Addresses of private networks are refused unless SCAN_ALLOW lists them.
`;

/** The exit code that shells report for a program stopped by Ctrl-C. */
const INTERRUPTED = 130;
const stop = new AbortController();
const note = (line: string) => void process.stderr.write(`${plain(line)}\n`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.on(signal, () => {
		if (stop.signal.aborted) process.exit(INTERRUPTED);
		stop.abort();
	});
}

type Asked = { subject: string; json: boolean; failOn: Level | undefined };

function readArguments(args: string[]): Asked | "help" {
	try {
		const { values, positionals } = parseArgs({
			args,
			allowPositionals: true,
			options: { json: { type: "boolean" }, "fail-on": { type: "string" }, help: { type: "boolean" } },
		});
		if (values.help) return "help";
		const [subject, ...more] = positionals;
		if (subject === undefined || more.length > 0) throw new Error("Please give one address or one file.");
		const failOn = LEVELS.find((level) => level === values["fail-on"]);
		if (values["fail-on"] !== undefined && !failOn) throw new Error(`--fail-on is one of ${LEVELS.join(", ")}.`);
		return { subject, json: values.json === true, failOn };
	} catch (error) {
		const why = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
		throw new CommandError(EXIT.usage, `${why}. Nothing was sent. See npm run look -- --help.`);
	}
}

const isFile = (path: string): Promise<boolean> =>
	stat(path).then(
		(found) => found.isFile(),
		() => false,
	);

async function readFileOf(path: string): Promise<string> {
	const { size } = await stat(path);
	if (size <= LONGEST_CAPTURE) return readFile(path, "utf8");
	const message = `${path} has more than ${LONGEST_CAPTURE / 1_000_000} MB. Nothing was looked at.`;
	throw new CommandError(EXIT.usage, message);
}

type Looked = { target: string; startedAt: Date; finishedAt: Date; result: RunResult };

async function look({ subject }: Asked): Promise<Looked> {
	const readers = createReaders();
	try {
		if (!/^https?:/i.test(subject) && (await isFile(subject))) {
			const read = readCapture(await readFileOf(subject));
			if (!read.ok) throw new CommandError(EXIT.usage, `${subject} cannot be judged. ${read.message}`);
			const at = new Date(read.capture.capturedAt);
			const result = await lookAtCapture(read.capture, forOneScan(readers));
			return { target: read.capture.target.host, startedAt: at, finishedAt: at, result };
		}
		const startedAt = new Date();
		const { target, result } = await lookAtSite(subject, {
			settings: readConfig(process.env),
			resolver: systemResolver,
			readers,
			signal: stop.signal,
			now: () => new Date(),
			onProgress: (step) => process.stderr.isTTY && note(step),
			onError: (part, error) => note(`An error of ours in “${part}”: ${String(error)}`),
		});
		return { target, startedAt, finishedAt: new Date(), result };
	} finally {
		await readers.close();
	}
}

function print({ json, failOn }: Asked, looked: Looked): ExitCode {
	const { result, ...about } = looked;
	if (result.status === "failed") {
		if (json) process.stdout.write(`${JSON.stringify({ target: about.target, ...result }, null, "\t")}\n`);
		throw new CommandError(result.reason.code === "timeout" ? EXIT.timeout : EXIT.scanFailed, result.reason.message);
	}
	const report = buildReport({ ...about, result });
	const { findings, grade, parts } = report;
	process.stdout.write(json ? `${JSON.stringify(report, null, "\t")}\n` : findings.map(findingLine).join(""));
	note(grade === null ? `No grade. ${gradeReason(report)}` : `Grade ${grade}. ${gradeReason(report)}`);
	for (const line of missedLines(parts)) note(line);
	note(countLine(findings, failOn));
	return failOn !== undefined && findings.some((finding) => isAtLeast(finding, failOn)) ? EXIT.findings : EXIT.ok;
}

try {
	const asked = readArguments(process.argv.slice(2));
	if (asked === "help") process.stdout.write(USAGE);
	else process.exitCode = print(asked, await look(asked));
} catch (error) {
	if (!stop.signal.aborted) note(`look: ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = stop.signal.aborted ? INTERRUPTED : error instanceof CommandError ? error.code : EXIT.usage;
}
