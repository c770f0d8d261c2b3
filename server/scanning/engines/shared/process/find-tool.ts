import { access, constants, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Availability } from "../../engine.ts";
import { isOlder } from "./is-older.ts";
import { inJobFolder } from "./job-folder.ts";
import { runTool } from "./run-tool.ts";

/** Where to look for a tool, and how it reports its version. */
export type Tool = {
	/** File names, the preferred one first. */
	names: readonly string[];
	/** Path given by setting: then the tool is there or nowhere. */
	path?: string | undefined;
	/** The setting's name, for sentences. */
	setting: string;
	/** Searched before PATH. */
	folders?: readonly string[];
	versionArgs: readonly string[] | ((folder: string) => readonly string[]);
	/** In addition to what every tool gets. */
	env?: Record<string, string>;
	/** Its first group is the version. */
	versionPattern: RegExp;
	/** The oldest version our adapter supports, as numbers; without it, any. */
	atLeast?: readonly number[];
	timeMs?: number;
};

export type FoundTool = { found: true; path: string; version: string } | { found: false; reason: string };

/**
 * Looks for a tool and asks it for its version. A tool that hangs or prints no version counts as missing. The signal stops a tool that is
 * being asked.
 */
export function createToolFinder(tool: Tool): (signal?: AbortSignal) => Promise<FoundTool> {
	// Asking means starting the tool; the same file gives the same answer.
	let known: { path: string; changed: number; version: string } | undefined;
	const [name = ""] = tool.names;
	const judged = (path: string, version: string): FoundTool => {
		if (!tool.atLeast || !isOlder(version, tool.atLeast)) return { found: true, path, version };
		const wanted = tool.atLeast.join(".");
		return { found: false, reason: `${name} ${version} is there, but too old: ${wanted} or later is needed.` };
	};
	return async (signal = new AbortController().signal) => {
		const path = await locate(tool);
		if (path === undefined) {
			return {
				found: false,
				reason: tool.path
					? `${tool.setting} does not name a program that can be run.`
					: `${name} is not installed on this machine.`,
			};
		}
		const changed = (await stat(path)).mtimeMs;
		if (known?.path === path && known.changed === changed) return judged(path, known.version);
		const { versionArgs, env = {}, timeMs = 10_000 } = tool;
		const end = await inJobFolder((folder) => {
			const args = typeof versionArgs === "function" ? versionArgs(folder) : versionArgs;
			return runTool({ file: path, args, folder, env, signal, timeMs, outputBytes: 200_000 });
		});
		if (end.status === "stopped") return { found: false, reason: `${name} is there, but did not answer.` };
		const version = tool.versionPattern.exec(`${end.stdout}\n${end.stderr}`)?.[1];
		if (version === undefined) return { found: false, reason: `${name} is there, but does not work.` };
		known = { path, changed, version };
		return judged(path, version);
	};
}

/** The finder's answer as an engine's availability. Never rejects. */
export async function availabilityOf(find: () => Promise<FoundTool>): Promise<Availability> {
	try {
		const tool = await find();
		return tool.found ? { available: true, version: tool.version } : { available: false, reason: tool.reason };
	} catch {
		return { available: false, reason: "Looking for the tool failed." };
	}
}

async function locate({ names, path, folders = [] }: Tool): Promise<string | undefined> {
	if (path) return (await isProgram(path)) ? path : undefined;
	for (const folder of [...folders, ...(process.env.PATH ?? "").split(delimiter)]) {
		for (const name of names) {
			if (folder !== "" && (await isProgram(join(folder, name)))) return join(folder, name);
		}
	}
	return undefined;
}

async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}
