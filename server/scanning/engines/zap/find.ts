import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createToolFinder } from "../shared/process/find-tool.ts";
import { runTool, type ToolEnd } from "../shared/process/run-tool.ts";
import { AT_LEAST, FIND_MS, VERSION } from "./asked-for-version.ts";
import { zapContainer } from "./container.ts";
import { createDaemonApi } from "./daemon/api.ts";
import type { Clock } from "./daemon/clock.ts";
import { createDaemonFinder } from "./daemon/find-daemon.ts";
import { createPlanRunner } from "./daemon/run-plan.ts";
import type { ZapForm, ZapProcess } from "./form.ts";
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
		...createDaemonFinder(api, { now, wait }, url, atLeast),
		setup: { status: "unknown" },
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

const OUTPUT_BYTES = 8_000_000;
/** A free port is rarely taken before ZAP has it; three in turn mean something else. */
const MOST_PORTS = 3;

/** A daemon before an image before a program on this machine: what takes more effort to set up was meant to be used. */
export function zapForm(options: ZapOptions): ZapForm {
	if (options.url !== undefined) return daemonForm(options.url, options.apiKey, AT_LEAST, options.daemon);
	if (options.image === undefined) return ownProgram(options);
	const { process, ...form } = zapContainer(options.image);
	return { ...form, setup: { status: "ours" }, isBack: atOnce, run: asProcess(process) };
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
		setup: { status: "ours" },
		proxyHost: "127.0.0.1",
		seenFolder: (folder) => folder,
		isBack: atOnce,
		run: asProcess({ env: {}, command: ({ folder, args }) => args(folder), remove: undefined }),
	};
}

const atOnce = async () => true;

/** One process for each run, and another one if its port was taken before it had started. */
const asProcess =
	({ env, command, remove }: ZapProcess): ZapForm["run"] =>
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
		// Otherwise a rule that is about the whole site keeps five of its places, by chance.
		"-config",
		"alert.systemicLimit=0",
		// Otherwise the oast add-on listens on all interfaces during a scan.
		"-config",
		"oast.callback.localaddr=127.0.0.1",
		"-autorun",
		`${folder}/${PLAN}`,
	];
}
