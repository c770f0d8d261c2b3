import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Engine, RunContext, RunResult } from "../engine.ts";
import { availabilityOf, createToolFinder } from "../shared/process/find-tool.ts";
import { forwardProgress } from "../shared/process/forward-progress.ts";
import { inJobFolder } from "../shared/process/job-folder.ts";
import { readReport } from "../shared/process/read-report.ts";
import { retryCrash } from "../shared/process/retry-crash.ts";
import { runTool } from "../shared/process/run-tool.ts";
import { toolFailure, unreadable } from "../shared/process/tool-failure.ts";
import { perSecondTo, requestsIn } from "../shared/proxy/pace.ts";
import { type ScanProxy, startProxy } from "../shared/proxy/proxy.ts";
import { originOf } from "../shared/start-url.ts";
import { startUrl, wapitiArguments } from "./arguments.ts";
import { checkWapitiBody } from "./check-body.ts";
import { ENGINE } from "./judge.ts";
import { readModules } from "./modules.ts";
import { createWapitiProgress } from "./progress.ts";

type WapitiOptions = {
	/** WAPITI_PATH. */
	path?: string | undefined;
	/** Folder in which tools are installed. */
	toolsFolder?: string | undefined;
	/** Sent unless the form gives another. */
	userAgent: string;
	/** How long one scan may take. */
	timeLimitMs: number;
};

/** The share of time by which Wapiti's own limit is shorter than ours: it checks its clock only between requests. */
const SPARE = 0.2;
const OUTPUT_BYTES = 8_000_000;
const REPORT_BYTES = 16_000_000;
const MEMORY_BYTES = 2_000_000_000;

/** Crawls a web application and tests its parameters for the usual vulnerabilities. */
export function createWapitiEngine(options: WapitiOptions): Engine<"wapiti"> {
	const { path, toolsFolder } = options;
	const find = createToolFinder({
		names: ["wapiti"],
		path,
		setting: "WAPITI_PATH",
		folders: toolsFolder === undefined ? [] : [join(toolsFolder, "wapiti", "bin")],
		versionArgs: ["--version"],
		versionPattern: /(?:Wapiti |^)(\d+\.\d[\w.]*)(?:$| \()/m,
		// Earlier versions have other options and a different report; we tested 3.2.3 and 3.3.2. 3.3 prints its version without its name.
		atLeast: [3, 2],
		// Python is slow to start on a busy machine.
		timeMs: 60_000,
	});
	return {
		kind: "wapiti",
		name: ENGINE,
		tool: "wapiti",
		atOnce: 3,
		requests: requestsIn(options.timeLimitMs),
		check: checkWapitiBody,
		detect: (signal) => availabilityOf(() => find(signal)),
		async run(context) {
			const tool = await find(context.signal);
			if (!tool.found)
				return { status: "failed", reason: { code: "internal", message: tool.reason }, parts: [], sent: [] };
			const { target, signal, now } = context;
			const proxy = await startProxy({ target, ports: target.ports, signal, now, perSecond: perSecondTo(target) });
			try {
				return await inJobFolder((folder) => look(context, { ...options, file: tool.path, folder, proxy }));
			} finally {
				await proxy.close();
			}
		},
	};
}

async function look(
	{ target, body, signal, now, read, onProgress }: RunContext<"wapiti">,
	{ file, folder, proxy, userAgent, timeLimitMs }: WapitiOptions & { file: string; folder: string; proxy: ScanProxy },
): Promise<RunResult> {
	const report = join(folder, "report.json");
	await mkdir(join(folder, "config"));
	// Without this file Wapiti loads a list of technologies from the internet, whatever its modules.
	await writeFile(join(folder, "config", "apps.json"), '{"technologies":{},"categories":{}}');
	const seconds = Math.floor((timeLimitMs / 1_000) * (1 - SPARE));
	const args = wapitiArguments(target, body, { folder, proxyPort: proxy.port, userAgent, seconds });
	const { modules } = readModules(body.modules ?? "");
	const tell = forwardProgress(onProgress);
	const end = await retryCrash(async () => {
		// Remove what a crashed attempt left, so that the next one does not take it for its own report.
		await rm(report, { force: true });
		return runTool({
			file,
			args,
			folder,
			signal,
			onLine: createWapitiProgress(modules.length, tell),
			env: { PYTHONUNBUFFERED: "1", PYTHONDONTWRITEBYTECODE: "1", XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
			timeMs: Math.floor(timeLimitMs * 0.96),
			outputBytes: OUTPUT_BYTES,
			memoryBytes: MEMORY_BYTES,
		});
	});
	const text = await readReport(report, REPORT_BYTES);
	const sent = proxy.sent();
	if (text === undefined) {
		const message = "Wapiti wrote more than we read, so its results were not kept.";
		return { status: "failed", reason: { code: "internal", message }, parts: [], sent };
	}
	const raw = text === "" ? [] : [{ name: "wapiti.json", mediaType: "application/json", content: Buffer.from(text) }];
	const { host, port } = originOf(target);
	const seen = { at: { host, port }, path: target.target.path, counts: proxy.counts() };
	const looked =
		end.status === "exited" ? await read("lookAtWapiti", text, end.stdout.toString("utf8"), seen, now()) : undefined;
	if (looked?.status === "gave-up")
		return { status: "failed", reason: unreadable("Wapiti", looked), parts: [], sent, raw };
	const output = looked?.value;
	if (output?.status !== "done") {
		const reason = toolFailure("Wapiti", end, folder, signal);
		if (output) reason.message = `${reason.message} ${output.reason}`;
		return { status: "failed", reason, parts: [], sent, raw };
	}
	// Wapiti exits normally and reports nothing if the target never answered.
	if (!sent.some(({ outcome }) => /^[1-5]\d\d$|^open$/.test(outcome)) || output.pages === 0) {
		const message = `Wapiti got no page from ${startUrl(target, body.scope ?? "folder")}, so there was nothing to look at. Please check the address and that the site is up.`;
		return { status: "failed", reason: { code: "unreachable", message }, parts: [], sent, raw };
	}
	const { parts, findings, visited } = output;
	return {
		status: "completed",
		coverage: parts.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts,
		findings,
		...(visited ? { visited } : {}),
		sent,
		raw,
	};
}
