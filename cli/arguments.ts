import { parseArgs } from "node:util";
import { CommandError, EXIT, LEVELS } from "#contract/command-line.ts";
import { kindOf, SCAN_KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import type { ReportFormat } from "#contract/reports/reports.ts";
import type { FindingsCommand } from "./commands/findings.ts";
import type { ReportCommand } from "./commands/report.ts";
import type { ScanCommand } from "./commands/scan.ts";
import type { WhoamiCommand } from "./commands/whoami.ts";
import { durationOf } from "./duration.ts";
import type { USAGE } from "./usage.ts";

type Command = (ScanCommand | FindingsCommand | ReportCommand | WhoamiCommand) & { client?: string | undefined };
export type Asked = { name: "help"; of: keyof typeof USAGE } | { name: "version" } | Command;

const FORMATS = ["html", "pdf", "csv", "json", "sarif"] as const satisfies readonly ReportFormat[];
const SEVERITIES = ["high", "medium", "low", "none"] as const;
const STATES = ["open", "fixed", "false-positive", "accepted"] as const;

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const COMMON = { help: flag, client: text } as const;

const wrong = (message: string) => new CommandError(EXIT.usage, `${message} Nothing was sent.`);

function oneOf<const T extends string>(option: string, value: string, all: readonly T[]): T {
	const found = all.find((known) => known === value);
	if (found === undefined) throw wrong(`--${option} is one of ${all.join(", ")}.`);
	return found;
}

function listOf(option: string, value: string | undefined, all: readonly string[]): string | undefined {
	for (const part of value?.split(",") ?? []) oneOf(option, part, all);
	return value;
}

function required(option: string, value: string | undefined): string {
	if (value === undefined || value === "") throw wrong(`--${option} is missing.`);
	return value;
}

/** Arguments end up in the shell's history and the process list, so a token among them is refused before it is used. */
function refuseToken(args: readonly string[]): void {
	if (args.some((arg) => /plb_/.test(arg) || /^--?token\b/.test(arg))) {
		throw wrong(
			"A token can’t be given as an argument, because others could read it there. Set PLUMBLINE_TOKEN, and revoke the token if you have typed it.",
		);
	}
}

export function readArguments(args: readonly string[]): Asked {
	refuseToken(args);
	const [name, ...rest] = args;
	try {
		switch (name) {
			case undefined:
			case "--help":
			case "help":
				return { name: "help", of: "all" };
			case "--version":
				return { name: "version" };
			case "scan":
				return readScanArguments(rest);
			case "findings":
				return readFindingsArguments(rest);
			case "report":
				return readReportArguments(rest);
			case "whoami":
				return readWhoamiArguments(rest);
			default:
				throw wrong(`There is no command “${name}”. See plumbline --help.`);
		}
	} catch (error) {
		if (error instanceof CommandError) throw error;
		throw wrong(error instanceof Error ? `${error.message.replace(/\.$/, "")}.` : String(error));
	}
}

function readScanArguments(args: string[]): Asked {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			...COMMON,
			kind: text,
			email: text,
			wait: flag,
			"fail-on": text,
			sarif: text,
			junit: text,
			timeout: text,
		},
	});
	if (values.help) return { name: "help", of: "scan" };
	const [target, ...more] = positionals;
	if (target === undefined || more.length > 0) throw wrong("Please give one target.");
	const kind: ScanKind = oneOf("kind", required("kind", values.kind), SCAN_KINDS);
	if (kindOf(kind).mails !== "none") required("email", values.email);
	else if (values.email !== undefined) throw wrong(`A scan of the kind ${kind} takes no --email.`);
	const timeoutMs = durationOf(values.timeout ?? "30m");
	if (timeoutMs === undefined) throw wrong("--timeout looks like 90s, 30m or 2h.");
	const { email, client, sarif, junit } = values;
	const failOn = values["fail-on"] === undefined ? undefined : oneOf("fail-on", values["fail-on"], LEVELS);
	const wait = values.wait === true || [failOn, sarif, junit, values.timeout].some((value) => value !== undefined);
	return { name: "scan", target, kind, email, client, wait, failOn, sarif, junit, timeoutMs };
}

function readFindingsArguments(args: string[]): Asked {
	const { values } = parseArgs({
		args,
		options: { ...COMMON, scan: text, severity: text, state: text, json: flag },
	});
	if (values.help) return { name: "help", of: "findings" };
	const { scan, client, json = false } = values;
	if (scan !== undefined && values.state !== undefined) throw wrong("--state can’t be used with --scan.");
	const severity = listOf("severity", values.severity, SEVERITIES);
	return { name: "findings", scan, client, severity, state: listOf("state", values.state, STATES), json };
}

function readReportArguments(args: string[]): Asked {
	const { values } = parseArgs({ args, options: { ...COMMON, scan: text, format: text, out: text } });
	if (values.help) return { name: "help", of: "report" };
	return {
		name: "report",
		client: values.client,
		scan: required("scan", values.scan),
		format: oneOf("format", required("format", values.format), FORMATS),
		out: required("out", values.out),
	};
}

function readWhoamiArguments(args: string[]): Asked {
	const { values } = parseArgs({ args, options: { help: flag, json: flag } });
	return values.help ? { name: "help", of: "whoami" } : { name: "whoami", json: values.json === true };
}
