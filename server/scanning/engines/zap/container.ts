import { homedir } from "node:os";
import { createToolFinder } from "../shared/process/find-tool.ts";
import { inJobFolder } from "../shared/process/job-folder.ts";
import { isLeftBehind } from "../shared/process/left-behind.ts";
import { runTool } from "../shared/process/run-tool.ts";
import { AT_LEAST, FIND_MS, VERSION } from "./asked-for-version.ts";
import type { ZapForm, ZapProcess } from "./form.ts";

const SEEN = "/job";
/** Containers have the folder of their run as this label: if a worker was killed, it shows that they belong to no one. */
const LABEL = "plumbline.folder";
const CONFINED = ["--cap-drop=ALL", "--security-opt=no-new-privileges", "--pids-limit=512", "--memory=2g"];
const LIST_BYTES = 1_000_000;

/** Every container of ours, with its run's folder, and without those of others. */
const LIST = ["ps", "--all", `--filter=label=${LABEL}`, `--format={{.ID}} {{.Label "${LABEL}"}}`];

/** ZAP in a container: what ends the client does not end it. */
export function zapContainer(
	image: string,
): Pick<ZapForm, "find" | "proxyHost" | "seenFolder"> & { process: ZapProcess } {
	// Rootless engines keep their images in the home folder of the user who runs them, and find their socket through these.
	const passedOn = ["DOCKER_HOST", "XDG_RUNTIME_DIR", "CONTAINER_HOST"].flatMap((name) => {
		const value = process.env[name];
		return value === undefined ? [] : [[name, value]];
	});
	const env = { ...Object.fromEntries(passedOn), HOME: homedir() };
	const start = (folder: string) => ["run", "--rm", "--init", "--pull=never", `--label=${LABEL}=${folder}`];
	const find = createToolFinder({
		names: ["docker", "podman"],
		setting: "ZAP_IMAGE",
		versionPattern: VERSION,
		atLeast: AT_LEAST,
		timeMs: FIND_MS,
		env,
		versionArgs: (folder) => [
			...start(folder),
			"--network=none",
			...CONFINED,
			image,
			"zap.sh",
			"-cmd",
			"-silent",
			"-dir",
			"/tmp/home",
			"-version",
		],
	});
	const onLinux = process.platform === "linux";
	return {
		async find(signal) {
			const found = await find(signal);
			if (found.found) await removeLeftBehind(found.path, env, signal);
			return found;
		},
		// Elsewhere containers run in a virtual machine.
		proxyHost: onLinux ? "127.0.0.1" : "host.docker.internal",
		seenFolder: () => SEEN,
		process: {
			env,
			command: ({ folder, name, args }) => [
				...start(folder),
				`--name=${name}`,
				...CONFINED,
				// The proxy is on this machine's loopback.
				...(onLinux ? ["--network=host"] : []),
				...(process.getuid ? [`--user=${process.getuid()}:${process.getgid?.() ?? 0}`] : []),
				`--volume=${folder}:${SEEN}:rw`,
				`--env=HOME=${SEEN}`,
				image,
				"zap.sh",
				...args(SEEN),
			],
			remove: (name) => ["rm", "--force", name],
		},
	};
}

/** Removes the containers of workers that were killed. If the engine does not answer, the next look tries again. */
function removeLeftBehind(
	file: string,
	env: Record<string, string>,
	signal = new AbortController().signal,
): Promise<void> {
	return inJobFolder(async (folder) => {
		const call = { file, folder, env, signal, timeMs: 5_000, outputBytes: LIST_BYTES };
		const { stdout } = await runTool({ ...call, args: LIST });
		for (const line of stdout.toString("utf8").split("\n")) {
			const [, id = "", of = ""] = /^([0-9a-f]+) (.+)$/.exec(line) ?? [];
			if (await isLeftBehind(of)) await runTool({ ...call, args: ["rm", "--force", id] });
		}
	});
}
