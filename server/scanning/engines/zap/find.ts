import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createToolFinder } from "../shared/process/find-tool.ts";
import { runTool, type ToolEnd } from "../shared/process/run-tool.ts";
import { createDaemonApi } from "./daemon/api.ts";
import type { Clock } from "./daemon/clock.ts";
import { findDaemon } from "./daemon/find-daemon.ts";
import { createPlanRunner } from "./daemon/run-plan.ts";
import type { ZapForm } from "./form.ts";
import { freePort } from "./free-port.ts";
import { PLAN } from "./plan.ts";

/** What a daemon's client needs from outside. */
type DaemonOptions = Partial<Clock> & { fetch?: typeof globalThis.fetch };

const waitFor = (ms: number, signal?: AbortSignal) =>
	delay(ms, undefined, signal && { signal }).catch((error: unknown) => {
		if (!signal?.aborted) throw error;
	});

/** A ZAP that its operator keeps running, on this machine and under this user: it reads the plan and writes the reports itself. */
function daemonForm(
	url: string,
	key: string | undefined,
	atLeast: readonly number[],
	{ fetch = globalThis.fetch, now = Date.now, wait = waitFor }: DaemonOptions = {},
): ZapForm {
	const api = createDaemonApi(url, key, fetch);
	return {
		find: (signal) => findDaemon(api, url, atLeast, signal),
		proxyHost: "127.0.0.1",
		seenFolder: (folder) => folder,
		...createPlanRunner(api, { now, wait }),
	};
}

export type ZapOptions = {
	/** ZAP_URL: use the daemon that listens there. */
	url?: string | undefined;
	/** ZAP_API_KEY, for that daemon. */
	apiKey?: string | undefined;
	/** How that daemon is called; for tests. */
	daemon?: DaemonOptions | undefined;
	/** ZAP_PATH. */
	path?: string | undefined;
	/** ZAP_IMAGE: run in a container of this image. */
	image?: string | undefined;
	/** Folder in which tools are looked for before PATH. */
	toolsFolder?: string | undefined;
};

/** One process: what ZAP itself gets, and where. */
type Job = { folder: string; name: string; args: (folder: string) => string[] };

/** How a process of ZAP is started and ended for one run. */
type Process = {
	env: Record<string, string>;
	command: (job: Job) => string[];
	/** Makes sure that nothing of a stopped run is left that a signal cannot reach; undefined if a signal reaches everything. */
	remove: ((name: string) => string[]) | undefined;
};

/** ZAP writes one line with its version, among others about Java and memory. */
const VERSION = /^(\d+\.\d+\.\d+)\s*$/m;
/** The first version whose daemon can stop a plan; we tested 2.17.0. */
const AT_LEAST = [2, 16];
/** Java is slow to start: up to 55 s on two busy cores. */
const FIND_MS = 120_000;
const OUTPUT_BYTES = 8_000_000;
const SEEN = "/job";
/** A free port is rarely taken before ZAP has it; three in turn mean something else. */
const MOST_PORTS = 3;

/** A daemon before an image before a program on this machine: what takes more effort to set up was meant to be used. */
export function zapForm(options: ZapOptions): ZapForm {
	if (options.url !== undefined) return daemonForm(options.url, options.apiKey, AT_LEAST, options.daemon);
	return options.image === undefined ? ownProgram(options) : container(options.image);
}

function ownProgram({ path, toolsFolder }: ZapOptions): ZapForm {
	const find = createToolFinder({
		names: ["zap.sh", "zap"],
		path,
		setting: "ZAP_PATH",
		versionPattern: VERSION,
		atLeast: AT_LEAST,
		timeMs: FIND_MS,
		folders: [
			...(toolsFolder === undefined ? [] : [join(toolsFolder, "zap")]),
			...(process.platform === "darwin" ? ["/Applications/ZAP.app/Contents/Java"] : []),
		],
		versionArgs: (folder) => ["-cmd", "-silent", "-dir", join(folder, "home"), "-version"],
	});
	return {
		find,
		proxyHost: "127.0.0.1",
		seenFolder: (folder) => folder,
		isBack: atOnce,
		run: asProcess({ env: {}, command: ({ folder, args }) => args(folder), remove: undefined }),
	};
}

function container(image: string): ZapForm {
	// Rootless engines keep their images in the home folder of the user who runs them, and find their socket through these.
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
		setting: "ZAP_IMAGE",
		versionPattern: VERSION,
		atLeast: AT_LEAST,
		timeMs: FIND_MS,
		env: ownEnv,
		versionArgs: () => [
			"run",
			"--rm",
			"--init",
			"--pull=never",
			"--network=none",
			...confined,
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
		find,
		// Elsewhere containers run in a virtual machine.
		proxyHost: onLinux ? "127.0.0.1" : "host.docker.internal",
		seenFolder: () => SEEN,
		isBack: atOnce,
		run: asProcess({
			env: ownEnv,
			command: ({ folder, name, args }) => [
				"run",
				"--rm",
				"--init",
				"--pull=never",
				`--name=${name}`,
				...confined,
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
		}),
	};
}

const atOnce = async () => true;

/** One process for each run, and another one if its port was taken before it had started. */
const asProcess =
	({ env, command, remove }: Process): ZapForm["run"] =>
	async ({ file, folder, userAgent, signal, until, log }) => {
		const call = { file, folder, env, outputBytes: OUTPUT_BYTES } as const;
		const attempt = async () => {
			const name = `plumbline-zap-${randomUUID()}`;
			const port = await freePort();
			const args = command({ folder, name, args: (seen) => zapArguments(seen, userAgent, port) });
			const timeMs = Math.max(1_000, until - Date.now());
			const end = await runTool({ ...call, args, signal, timeMs, onLine: log.line });
			if (remove && end.status !== "exited") {
				const never = new AbortController().signal;
				await runTool({ ...call, args: remove(name), signal: never, timeMs: 3_000 });
			}
			return end;
		};
		let end = await attempt();
		for (let ports = 1; lostItsPort(end) && ports < MOST_PORTS; ports++) end = await attempt();
		return end;
	};

/** ZAP ends in this way before it does anything else. */
const lostItsPort = ({ status, stdout, stderr }: ToolEnd) =>
	status === "exited" && [stdout, stderr].some((text) => text.includes("Failed to start the main proxy"));

/** Only the plan contains the target: no argument contains anything that a user typed. */
function zapArguments(folder: string, userAgent: string, port: number): string[] {
	return [
		"-Xmx1024m",
		"-cmd",
		// Its proxy, which we do not use: without a port ZAP takes 8080, and ends if that is taken. It refuses port 0.
		"-host",
		"127.0.0.1",
		"-port",
		String(port),
		"-silent",
		"-notel",
		"-dir",
		`${folder}/home`,
		// The network add-on migrates this older key to its own at every start. In a new home directory it overwrites its own key.
		"-config",
		`connection.defaultUserAgent=${userAgent}`,
		// Otherwise the insights add-on may stop ZAP mid-scan when memory or disk space runs out.
		"-config",
		"insights.exitAuto=false",
		"-autorun",
		`${folder}/${PLAN}`,
	];
}
