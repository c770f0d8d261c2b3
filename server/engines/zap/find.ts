import { homedir } from "node:os";
import { join } from "node:path";
import { createToolFinder, type FoundTool } from "../process/find-tool.ts";

export type ZapOptions = {
	/** ZAP_PATH. */
	path?: string | undefined;
	/** ZAP_IMAGE: run in a container of this image. */
	image?: string | undefined;
	/** Folder in which tools are looked for before PATH. */
	toolsFolder?: string | undefined;
};

/** One run: what ZAP itself is given, and where. */
type Job = { folder: string; name: string; args: (folder: string) => string[] };

/** How ZAP is run on this machine: by its own script, or in a container. */
export type ZapForm = {
	find: () => Promise<FoundTool>;
	/** Under which host ZAP reaches this machine's loopback. */
	proxyHost: string;
	/** Where ZAP sees the run's folder. */
	seenFolder: (folder: string) => string;
	env: Record<string, string>;
	command: (job: Job) => string[];
	/** Makes sure that nothing of a run that was stopped is left, beyond what a signal reaches; undefined where a signal reaches all. */
	remove: ((name: string) => string[]) | undefined;
};

/** ZAP writes one line with its version among others about Java and memory. */
const VERSION = /^(\d+\.\d+\.\d+)\s*$/m;
/** The automation plan and its report are as we know them from there on. */
const AT_LEAST = [2, 14];
/** Java takes its time. */
const FIND_MS = 60_000;
const SEEN = "/job";

export function zapForm(options: ZapOptions): ZapForm {
	return options.image === undefined ? ownProgram(options) : container(options.image);
}

function ownProgram({ path, toolsFolder }: ZapOptions): ZapForm {
	const find = createToolFinder({
		names: ["zap.sh", "zap"],
		...{ path, setting: "ZAP_PATH", versionPattern: VERSION, atLeast: AT_LEAST, timeMs: FIND_MS },
		folders: [
			...(toolsFolder === undefined ? [] : [join(toolsFolder, "zap")]),
			...(process.platform === "darwin" ? ["/Applications/ZAP.app/Contents/Java"] : []),
		],
		versionArgs: (folder) => ["-cmd", "-silent", "-dir", join(folder, "home"), "-version"],
	});
	return {
		...{ find, proxyHost: "127.0.0.1", env: {}, remove: undefined },
		seenFolder: (folder) => folder,
		command: ({ folder, args }) => args(folder),
	};
}

function container(image: string): ZapForm {
	// Rootless engines keep their images below the home of whoever runs them, and their socket below these.
	const env = Object.fromEntries(
		["DOCKER_HOST", "XDG_RUNTIME_DIR", "CONTAINER_HOST"].flatMap((name) => {
			const value = process.env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
	const ownEnv = { ...env, HOME: homedir() };
	const confined = ["--cap-drop=ALL", "--security-opt=no-new-privileges", "--pids-limit=512", "--memory=2g"];
	const find = createToolFinder({
		names: ["docker", "podman"],
		...{ setting: "ZAP_IMAGE", versionPattern: VERSION, atLeast: AT_LEAST, timeMs: FIND_MS, env: ownEnv },
		versionArgs: () => [
			...["run", "--rm", "--init", "--pull=never", "--network=none", ...confined],
			...[image, "zap.sh", "-cmd", "-silent", "-dir", "/tmp/home", "-version"],
		],
	});
	const onLinux = process.platform === "linux";
	return {
		find,
		// Elsewhere containers live in a machine of their own.
		proxyHost: onLinux ? "127.0.0.1" : "host.docker.internal",
		seenFolder: () => SEEN,
		env: ownEnv,
		command: ({ folder, name, args }) => [
			...["run", "--rm", "--init", "--pull=never", `--name=${name}`, ...confined],
			// The proxy is on this machine's loopback.
			...(onLinux ? ["--network=host"] : []),
			...(process.getuid ? [`--user=${process.getuid()}:${process.getgid?.() ?? 0}`] : []),
			...[`--volume=${folder}:${SEEN}:rw`, `--env=HOME=${SEEN}`, image, "zap.sh", ...args(SEEN)],
		],
		remove: (name) => ["rm", "--force", name],
	};
}
