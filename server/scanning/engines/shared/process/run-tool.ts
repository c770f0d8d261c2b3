import { access, constants as fsConstants } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { isAbsolute } from "node:path";
import { sanitize } from "../foreign-text.ts";
import { endGroup } from "./end-group.ts";
import { createOutput } from "./output.ts";
import { begin, spawnAtGate } from "./watchdog.ts";

export type ToolCall = {
	/** Absolute path of the program. */
	file: string;
	/** One entry per argument, passed as is: no shell reads them. */
	args: readonly string[];
	/** Working folder, also HOME: anything the tool stores is deleted with it. */
	folder: string;
	env?: Record<string, string>;
	signal: AbortSignal;
	/** Ends the tool after this time. */
	timeMs: number;
	/** The most bytes of each of its two outputs. */
	outputBytes: number;
	/** How much address space it may use, if the system can limit that. */
	memoryBytes?: number;
	/** Called with each line of its standard output as it comes. */
	onLine?: (line: string) => void;
};

/** How a tool ended. Its exit code is a hint at best: several tools exit with 0 when they could do nothing. */
export type ToolEnd = { stdout: Buffer; stderr: Buffer } & (
	| { status: "exited"; code: number }
	| { status: "crashed"; signal: string; times: number }
	| { status: "stopped"; why: "aborted" | "time" | "output" }
	| { status: "not-started"; reason: string }
);

/**
 * Runs a tool in its own process group and ends the whole group with it, or with this process: none of its processes are left afterward.
 */
export async function runTool(call: ToolCall): Promise<ToolEnd> {
	const nothing = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
	if (call.signal.aborted) return { status: "stopped", why: "aborted", ...nothing };
	const missing = await whyNotRunnable(call.file);
	if (missing !== undefined) return { status: "not-started", reason: missing, ...nothing };
	const [file, args] = await withMemoryLimit(call);
	const child = spawnAtGate(file, args, {
		cwd: call.folder,
		env: {
			PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
			LANG: "C.UTF-8",
			HOME: call.folder,
			...call.env,
		},
	});
	let why: "aborted" | "time" | "output" | undefined;
	let ending: Promise<void> | undefined;
	const stop = (because: typeof why) => {
		why ??= because;
		ending ??= endGroup(child.pid);
	};
	const stdout = createOutput(child.stdout, call.outputBytes, () => stop("output"), call.onLine);
	const stderr = createOutput(child.stderr, call.outputBytes, () => stop("output"));
	const onAbort = () => stop("aborted");
	const clock = setTimeout(() => stop("time"), call.timeMs);
	call.signal.addEventListener("abort", onAbort, { once: true });
	if (child.pid !== undefined) beNice(child.pid);
	const { over } = begin(child);

	const end = await new Promise<{ code: number | null; signal: string | null } | { reason: string }>((resolve) => {
		child.once("error", (error) => resolve({ reason: error.message }));
		child.once("exit", (code, signal) => resolve({ code, signal }));
	});
	clearTimeout(clock);
	call.signal.removeEventListener("abort", onAbort);
	// Processes that the tool started and left behind would keep its outputs open.
	await (ending ?? endGroup(child.pid));
	await over();
	const outputs = { stdout: await stdout.end(), stderr: await stderr.end() };
	if ("reason" in end) return { status: "not-started", reason: end.reason, ...outputs };
	if (why) return { status: "stopped", why, ...outputs };
	if (end.signal !== null) return { status: "crashed", signal: end.signal, times: 1, ...outputs };
	return { status: "exited", code: end.code ?? -1, ...outputs };
}

/** Why this file is not a program; undefined if it is, or if it is a name that has yet to be looked up. */
const whyNotRunnable = async (file: string): Promise<string | undefined> =>
	isAbsolute(file)
		? access(file, fsConstants.X_OK).then(
				() => undefined,
				(error: Error) => error.message,
			)
		: undefined;

const PRLIMIT = "/usr/bin/prlimit";

/** Puts `prlimit` (util-linux) in front if it is available: it sets the limits and becomes the tool. */
async function withMemoryLimit({ file, args, memoryBytes }: ToolCall): Promise<[string, string[]]> {
	const plain: [string, string[]] = [file, [...args]];
	if (memoryBytes === undefined) return plain;
	const found = await access(PRLIMIT, fsConstants.X_OK).then(
		() => true,
		() => false,
	);
	return found ? [PRLIMIT, [`--as=${memoryBytes}`, "--core=0", "--", file, ...args]] : plain;
}

/** Scans yield to the server and to whatever else runs on the machine. */
function beNice(pid: number): void {
	try {
		setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// It has already ended.
	}
}

const LAST_BYTES = 8_192;

/** The last thing a tool printed, for an error message: one line, without our folders. */
export function lastOutput({ stdout, stderr }: { stdout: Buffer; stderr: Buffer }, folder: string): string {
	const lines = (text: Buffer) =>
		text.subarray(-LAST_BYTES).toString("utf8").replaceAll(folder, "…").trim().split(/\r?\n/);
	const said = [lines(stderr), lines(stdout)].map((all) => all.slice(-3).join(" ").trim()).find((text) => text !== "");
	return sanitize(said ?? "", 300);
}
