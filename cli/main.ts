#!/usr/bin/env node
import "./require-node.ts";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { EXIT, plain } from "#contract/command-line.ts";
import { run } from "./run.ts";
import type { System } from "./system.ts";

/** The exit code that shells report for a program stopped by Ctrl-C. */
const INTERRUPTED = 130;

const { stdout, stderr, env } = process;
const stop = new AbortController();
let stopText = "Stopped.";
let open = false;

// Text from a server or a path could contain the token.
const token = env.PLUMBLINE_TOKEN?.trim() ?? "";
const hide = (text: string) => (token === "" ? text : text.replaceAll(token, "[token]"));

/** Text for a terminal, which acts on control characters: it comes from the server and its scans. */
const told = (line: string) => plain(hide(line));

/** Ends the progress line that is being overwritten. */
function endLine(): void {
	if (open) stderr.write("\r\u001B[K");
	open = false;
}
function note(line: string): void {
	endLine();
	stderr.write(`${told(line)}\n`);
}

const system: System = {
	fetch,
	now: () => performance.now(),
	sleep: (ms) => setTimeout(ms, undefined, { signal: stop.signal }),
	newKey: randomUUID,
	// A file gets exactly what the server sent.
	print: (text) => stdout.write(hide(stdout.isTTY ? text.replace(/[^\n\t]+/g, plain) : text)),
	note,
	progress(line) {
		if (!stderr.isTTY) return;
		open = true;
		stderr.write(`\r\u001B[K${told(line).slice(0, stderr.columns - 1)}`);
	},
	writeFile,
	stopped: stop.signal,
	stopText(text) {
		stopText = text;
	},
};

for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.on(signal, () => {
		if (stop.signal.aborted) process.exit(INTERRUPTED);
		note(stopText);
		stop.abort();
	});
}

try {
	process.exitCode = await run(system, {
		args: process.argv.slice(2),
		env,
		version: process.env.PLUMBLINE_VERSION ?? "",
	});
} catch (error) {
	if (!stop.signal.aborted) note(`plumbline: ${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = stop.signal.aborted ? INTERRUPTED : EXIT.usage;
}
endLine();
