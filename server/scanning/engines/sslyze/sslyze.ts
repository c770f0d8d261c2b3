import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Finding, ScanFact, ScanPart, SentItem } from "#contract/findings/findings.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import type { Engine, RawFile, RunContext, RunResult } from "../engine.ts";
import { dedupe } from "../shared/dedupe.ts";
import { sanitize } from "../shared/foreign-text.ts";
import { lookAtFirst } from "../shared/one-address.ts";
import { availabilityOf, createToolFinder } from "../shared/process/find-tool.ts";
import { forwardProgress } from "../shared/process/forward-progress.ts";
import { inJobFolder } from "../shared/process/job-folder.ts";
import { readReport } from "../shared/process/read-report.ts";
import { retryCrash } from "../shared/process/retry-crash.ts";
import { runTool } from "../shared/process/run-tool.ts";
import { toolFailure, unreadable } from "../shared/process/tool-failure.ts";
import { sslyzeArguments, startTlsOf, targetLine } from "./arguments.ts";
import { ENGINE } from "./judge.ts";
import { sslyzeProgress } from "./progress.ts";

type SslyzeOptions = {
	/** SSLYZE_PATH. */
	path?: string | undefined;
	/** Folder in which tools are installed. */
	toolsFolder?: string | undefined;
};

const TIME_MS = 100_000;
const OUTPUT_BYTES = 4_000_000;
const REPORT_BYTES = 8_000_000;
const MEMORY_BYTES = 3_000_000_000;

type PortResult =
	| { ok: true; findings: Finding[]; facts: ScanFact[]; parts: ScanPart[]; raw: RawFile }
	| { ok: false; reason: ScanFailure; raw: RawFile[] };

type PortWork = { file: string; folder: string; port: number; sent: SentItem[]; onLine: (line: string) => void };

/** Tests what a port's TLS agrees to, its certificates, and the known attacks on both. */
export function createSslyzeEngine({ path, toolsFolder }: SslyzeOptions): Engine<"sslyze"> {
	const find = createToolFinder({
		names: ["sslyze"],
		path,
		setting: "SSLYZE_PATH",
		folders: toolsFolder === undefined ? [] : [join(toolsFolder, "sslyze", "bin")],
		versionArgs: ["--help"],
		versionPattern: /SSLyze version (\d[\w.]*)/i,
		// Older versions do not know all the options; we tested 6.1.0 and 6.3.1.
		atLeast: [6, 1],
		// Python is slow to start on a busy machine.
		timeMs: 60_000,
	});
	return {
		kind: "sslyze",
		name: ENGINE,
		tool: "sslyze",
		atOnce: 8,
		detect: (signal) => availabilityOf(() => find(signal)),
		async run(context) {
			const tool = await find(context.signal);
			if (!tool.found)
				return { status: "failed", reason: { code: "internal", message: tool.reason }, parts: [], sent: [] };
			return lookAtAll(context, tool.path);
		},
	};
}

async function lookAtAll(context: RunContext<"sslyze">, file: string): Promise<RunResult> {
	const { ports } = context.target;
	// Port 80 is part of a target without a port, and never speaks TLS.
	const secure = ports.length > 1 ? ports.filter((port) => port !== 80) : [...ports];
	const sent: SentItem[] = [];
	const results: { port: number; result: PortResult }[] = [];
	const onProgress = forwardProgress(context.onProgress);
	for (const [index, port] of secure.entries()) {
		const tell = (share: number, step: string) =>
			onProgress(5 + Math.floor((90 * (index + share)) / secure.length), step);
		tell(0, `TLS on port ${port}`);
		const onLine = (line: string) => {
			const seen = sslyzeProgress(line);
			if (seen) tell(seen.share, `${seen.step}, port ${port}`);
		};
		results.push({
			port,
			result: await inJobFolder((folder) => lookAt(context, { file, folder, port, sent, onLine })),
		});
	}
	const parts = results.flatMap(({ port, result }): ScanPart[] =>
		result.ok
			? result.parts
			: [{ part: `tls-${port}`, label: `TLS on port ${port}`, status: "not-evaluated", reason: result.reason.message }],
	);
	const raw = results.flatMap(({ result }) => result.raw);
	const failure = results.flatMap(({ result }) => (result.ok ? [] : [result.reason]))[0];
	const nothing = !parts.some(({ status }) => status === "evaluated");
	if (failure && (nothing || failure.code === "cancelled"))
		return { status: "failed", reason: failure, parts, sent, raw };
	if (nothing)
		return {
			status: "failed",
			reason: { code: "internal", message: "SSLyze could not do any of its tests on this target." },
			parts,
			sent,
			raw,
		};
	return {
		status: "completed",
		coverage: parts.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts,
		findings: dedupe(results.flatMap(({ result }) => (result.ok ? result.findings : []))),
		facts: results.flatMap(({ result }) => (result.ok ? result.facts : [])),
		addresses: lookAtFirst(
			context.target,
			results.flatMap(({ port, result }) => (result.ok ? [port] : [])),
		),
		sent,
		raw,
	};
}

async function lookAt(
	{ target, signal, now, read }: RunContext<"sslyze">,
	{ file, folder, port, sent, onLine }: PortWork,
): Promise<PortResult> {
	const [at] = target.addresses;
	const { host } = target.target;
	const files = { targets: join(folder, "targets.txt"), report: join(folder, "sslyze.json") };
	const line = targetLine(host, port, at);
	await writeFile(files.targets, line);
	const args = sslyzeArguments(files, port);
	const startTls = startTlsOf(port);
	const item = {
		at: now().toISOString(),
		what: `sslyze ${args.join(" ").replaceAll(folder, "…")} for ${line.trim()}${startTls ? `, beginning with ${startTls} in the clear` : ""}`,
		address: at.address,
		outcome: "no answer yet",
	};
	sent.push(item);
	const end = await retryCrash(async () => {
		// Remove what a crashed attempt left, so that the next one does not take it for its own report.
		await rm(files.report, { force: true });
		return runTool({
			file,
			args,
			folder,
			signal,
			onLine,
			env: { PYTHONUNBUFFERED: "1" },
			timeMs: TIME_MS,
			outputBytes: OUTPUT_BYTES,
			memoryBytes: MEMORY_BYTES,
		});
	});
	const report = await readReport(files.report, REPORT_BYTES);
	const raw = { name: `sslyze-${port}.json`, mediaType: "application/json", content: Buffer.from(report ?? "") };
	if (report === undefined) {
		item.outcome = "too much output";
		const message = "SSLyze wrote more than we read, so its results were not kept.";
		return { ok: false, reason: { code: "internal", message }, raw: [] };
	}
	const endpoint = { scheme: "https", host, port, at } as const;
	const looked =
		end.status === "exited"
			? await read("lookAtSslyze", report, end.stdout.toString("utf8"), endpoint, now())
			: undefined;
	if (looked?.status === "gave-up") {
		item.outcome = "unreadable";
		return { ok: false, reason: unreadable("SSLyze", looked), raw: [raw] };
	}
	const output = looked?.value;
	if (output?.status === "done") {
		item.outcome = "done";
		const { findings, facts, parts } = output;
		return { ok: true, findings, facts, parts, raw };
	}
	item.outcome = output?.status ?? end.status;
	return { ok: false, reason: failureOf(output), raw: report === "" ? [] : [raw] };

	function failureOf(read: typeof output): ScanFailure {
		if (read?.status === "no-connection") {
			const why = sanitize(read.reason, 200);
			return {
				code: "unreachable",
				message: `SSLyze could not make a TLS connection with ${host} port ${port}${why === "" ? "" : `: ${why.replace(/\.$/, "")}`}. Please check that the port speaks TLS.`,
			};
		}
		const reason = toolFailure("SSLyze", end, folder, signal);
		return read?.status === "broken" ? { ...reason, message: `${reason.message} ${read.reason}` } : reason;
	}
}
