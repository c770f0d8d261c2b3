import { type ChildProcess, type ChildProcessWithoutNullStreams, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

const SHELL = "/bin/sh";

/** Waits for a line and then becomes the tool, which gets its arguments as they are. Without a line there is no tool. */
const GATE = 'read -r _ && unset PWD SHLVL && exec "$@" </dev/null';

/**
 * Waits for a line, which means that the tool is over. If its input ends without one, the worker has died, and so does the tool's group.
 * A signal to everything that the worker started must not end it before that.
 */
const WATCH = 'trap "" HUP INT TERM; read -r _ && exit; kill -s TERM -- "-$1"; sleep 1; kill -s KILL -- "-$1"';

/** Starts a tool in a group of its own that does nothing yet: its process is there, but the tool starts with `begin`. */
export const spawnAtGate = (file: string, args: readonly string[], options: SpawnOptions) =>
	spawn(SHELL, ["-c", GATE, "sh", file, ...args], {
		...options,
		stdio: ["pipe", "pipe", "pipe"],
		detached: true,
		shell: false,
	});

/**
 * Lets a tool start once something watches over it: a small process that notices when this one is gone, by a pipe that the system closes
 * then, however it ended. At every moment, the tool either has not started or is watched.
 */
export function begin(tool: ChildProcessWithoutNullStreams): { over: () => Promise<void> } {
	// A tool that could not be started has no process, and one that was ended in the meantime no longer reads.
	tool.stdin.on("error", () => {});
	if (tool.pid === undefined) return { over: async () => {} };
	const watchdog = spawn(SHELL, ["-c", WATCH, "sh", String(tool.pid)], {
		cwd: "/",
		env: { PATH: "/usr/bin:/bin" },
		stdio: ["pipe", "ignore", "ignore"],
		// Otherwise Ctrl+C would reach it.
		detached: true,
	});
	watchdog.stdin.on("error", () => {});
	const gone = ended(watchdog);
	tool.stdin.end(watchdog.pid === undefined ? "" : "\n");
	return {
		over() {
			watchdog.stdin.end("\n");
			return gone;
		},
	};
}

/** However it ended, or if it never began. */
const ended = (child: ChildProcess): Promise<void> =>
	once(child, "exit").then(
		() => {},
		() => {},
	);
