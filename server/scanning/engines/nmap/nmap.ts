import type { ScanPart, SentItem } from "#contract/findings/findings.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";
import type { Engine, RawFile, RunContext, RunResult } from "../engine.ts";
import { lookAtFirst } from "../shared/one-address.ts";
import { availabilityOf, createToolFinder } from "../shared/process/find-tool.ts";
import { forwardProgress } from "../shared/process/forward-progress.ts";
import { inJobFolder } from "../shared/process/job-folder.ts";
import { retryCrash } from "../shared/process/retry-crash.ts";
import { runTool } from "../shared/process/run-tool.ts";
import { toolFailure, unreadable } from "../shared/process/tool-failure.ts";
import { type NmapPhase, nmapArguments } from "./arguments.ts";
import { ENGINE } from "./judge.ts";
import { portsToScan } from "./ports-to-scan.ts";
import { nmapProgress } from "./progress.ts";
import type { Service } from "./read-xml.ts";

type NmapOptions = {
	guard: Guard;
	/** NMAP_PATH. */
	path?: string | undefined;
	/** Ports to check beside the usual ones if the operator listed them: those of the practice target. */
	extraPorts?: readonly number[] | undefined;
};

const PORTS_MS = 45_000;
const VERSIONS_MS = 65_000;
/** In addition to nmap's own limit, which it only checks between probes. */
const SLACK_MS = 10_000;
const OUTPUT_BYTES = 16_000_000;
const MEMORY_BYTES = 1_000_000_000;
const PORTS_PART = { part: "ports", label: "Open ports" };
const VERSIONS_PART = { part: "versions", label: "Services and their versions" };

type Phase = { ok: true; services: Service[]; raw: RawFile } | { ok: false; reason: ScanFailure; raw: RawFile[] };

/** Looks for open ports, asks the services there for their versions, and looks those up in the end-of-life dates. */
export function createNmapEngine(options: NmapOptions): Engine<"nmap"> {
	const find = createToolFinder({
		names: ["nmap"],
		path: options.path,
		setting: "NMAP_PATH",
		versionArgs: ["--version"],
		versionPattern: /Nmap version (\d[\w.]*)/,
	});
	return {
		kind: "nmap",
		name: ENGINE,
		tool: "nmap",
		atOnce: 4,
		detect: (signal) => availabilityOf(() => find(signal)),
		async run(context) {
			const tool = await find(context.signal);
			if (!tool.found)
				return { status: "failed", reason: { code: "internal", message: tool.reason }, parts: [], sent: [] };
			return inJobFolder((folder) => look(context, { ...options, file: tool.path, folder }));
		},
	};
}

async function look(
	given: RunContext<"nmap">,
	options: NmapOptions & { file: string; folder: string },
): Promise<RunResult> {
	const context = { ...given, onProgress: forwardProgress(given.onProgress) };
	const { target, onProgress, now, read } = context;
	const [at] = target.addresses;
	const { host } = target.target;
	const sent: SentItem[] = [];
	const ports = await portsToScan(target, options.guard, options.extraPorts ?? []);
	onProgress(2, `Looking for open ports among ${ports.length}`);

	const first = await phase(context, options, at, { ports, hostTimeoutMs: PORTS_MS, versions: false }, sent);
	if (!first.ok) return { status: "failed", reason: first.reason, parts: [], sent, raw: first.raw };
	const evaluated: ScanPart = { ...PORTS_PART, status: "evaluated" };
	const open = first.services.map(({ port }) => port);
	if (open.length === 0) {
		return {
			status: "failed",
			reason: {
				code: "unreachable",
				message: `None of the ${ports.length} ports we tried on ${host} is open, so there was no service to look at. Please check that the host is up and lets our address through.`,
			},
			parts: [evaluated],
			sent,
			raw: [first.raw],
		};
	}

	onProgress(30, `Asking ${open.length} services for their versions`);
	const second = await phase(context, options, at, { ports: open, hostTimeoutMs: VERSIONS_MS, versions: true }, sent);
	if (!second.ok && second.reason.code === "cancelled")
		return { status: "failed", reason: second.reason, parts: [evaluated], sent, raw: [first.raw] };
	// A service that answered only the first time is still open, but we could not find out what it is.
	const known = second.ok ? second.services : [];
	const lost = open.filter((port) => !known.some((service) => service.port === port));
	const services = first.services.map((service) => known.find(({ port }) => port === service.port) ?? service);
	const seen = services.map((service) => ({ ...service, host }));
	const looked = await read("lookAtServices", seen, now());
	const raw = [first.raw, ...(second.ok ? [second.raw] : second.raw)];
	if (looked.status !== "done")
		return { status: "failed", reason: unreadable("Nmap", looked), parts: [evaluated], sent, raw };
	const { findings, facts, isCut } = looked.value;
	const gap = [
		...(second.ok ? [] : [second.reason.message]),
		...(second.ok && lost.length > 0
			? [`These ports were open and gave no answer when asked for their version: ${lost.join(", ")}.`]
			: []),
		...(isCut ? ["The services name more software than we look at."] : []),
	].join(" ");
	return {
		status: "completed",
		coverage: gap ? "partial" : "full",
		parts: [
			evaluated,
			gap ? { ...VERSIONS_PART, status: "not-evaluated", reason: gap } : { ...VERSIONS_PART, status: "evaluated" },
		],
		findings: findings.map((finding) => ({ ...finding, addresses: [at.address] })),
		facts,
		addresses: lookAtFirst(target, [0]),
		sent,
		raw,
	};
}

async function phase(
	{ signal, onProgress, now, read }: RunContext<"nmap">,
	{ file, folder }: { file: string; folder: string },
	at: CheckedAddress,
	what: NmapPhase,
	sent: SentItem[],
): Promise<Phase> {
	const args = nmapArguments(at, what);
	const item = {
		at: now().toISOString(),
		what: `nmap ${args.join(" ")}`,
		address: at.address,
		outcome: "no answer yet",
	};
	sent.push(item);
	const end = await retryCrash(() =>
		runTool({
			file,
			args,
			folder,
			signal,
			timeMs: what.hostTimeoutMs + SLACK_MS,
			outputBytes: OUTPUT_BYTES,
			memoryBytes: MEMORY_BYTES,
			onLine(line) {
				const seen = nmapProgress(what.versions ? "versions" : "ports", line);
				if (seen) onProgress(seen.percent, seen.task);
			},
		}),
	);
	const raw = {
		name: what.versions ? "nmap-versions.xml" : "nmap-ports.xml",
		mediaType: "application/xml",
		content: end.stdout,
	};
	const done = end.status === "exited" ? await read("readNmapXml", end.stdout.toString("utf8")) : undefined;
	if (done?.status === "gave-up") {
		item.outcome = "unreadable";
		return { ok: false, reason: unreadable("Nmap", done), raw: [raw] };
	}
	const output = done?.value;
	if (output?.status === "done") {
		item.outcome = `${output.services.length} open`;
		return { ok: true, services: output.services, raw };
	}
	item.outcome = output?.status ?? end.status;
	const reason: ScanFailure =
		output?.status === "host-timeout"
			? { code: "timeout", message: "The services answered too slowly for nmap to finish in the time it has." }
			: toolFailure("nmap", end, folder, signal);
	if (output?.status === "broken") reason.message = `${reason.message} ${output.reason}`;
	return { ok: false, reason, raw: end.stdout.length > 0 ? [raw] : [] };
}
