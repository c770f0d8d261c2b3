import { CommandError, EXIT, type ExitCode } from "#contract/command-line.ts";
import { createApi } from "./api.ts";
import { type Asked, readArguments } from "./arguments.ts";
import { findClient } from "./clients.ts";
import { runFindings } from "./commands/findings.ts";
import { runReport } from "./commands/report.ts";
import { runScan } from "./commands/scan.ts";
import { runWhoami } from "./commands/whoami.ts";
import { readConnection } from "./connection.ts";
import type { System } from "./system.ts";
import { USAGE } from "./usage.ts";

type Given = { args: readonly string[]; env: Readonly<Record<string, string | undefined>>; version: string };

/** Runs one command and returns the exit code. */
export async function run(system: System, given: Given): Promise<ExitCode> {
	try {
		return await runAsked(system, readArguments(given.args), given);
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		system.note(`plumbline: ${error.message}`);
		return error.code;
	}
}

async function runAsked(system: System, asked: Asked, { env, version }: Given): Promise<ExitCode> {
	if (asked.name === "help") {
		system.print(USAGE[asked.of]);
		return EXIT.ok;
	}
	if (asked.name === "version") {
		system.print(`${version}\n`);
		return EXIT.ok;
	}
	const connection = readConnection(env);
	const client = asked.client && (await findClient(createApi(system, connection), asked.client));
	const api = createApi(system, { ...connection, client });
	switch (asked.name) {
		case "scan":
			return runScan(system, api, asked);
		case "findings":
			return runFindings(system, api, asked);
		case "report":
			return runReport(system, api, asked);
		case "whoami":
			return runWhoami(system, api, asked);
	}
}
