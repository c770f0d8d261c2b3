import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScanFailure } from "#contract/scans/scans.ts";
import type { Engine, RawFile, RunContext, RunResult } from "../engine.ts";
import { isTimeUp } from "../shared/is-time-up.ts";
import { availabilityOf } from "../shared/process/find-tool.ts";
import { inJobFolder } from "../shared/process/job-folder.ts";
import { readReport } from "../shared/process/read-report.ts";
import { retryCrash } from "../shared/process/retry-crash.ts";
import type { ToolEnd } from "../shared/process/run-tool.ts";
import { toolFailure, unreadable } from "../shared/process/tool-failure.ts";
import { lostMany } from "../shared/proxy/lost-many.ts";
import { perSecondTo, requestsIn } from "../shared/proxy/pace.ts";
import { type ScanProxy, startProxy } from "../shared/proxy/proxy.ts";
import { originOf } from "../shared/start-url.ts";
import { type ZapOptions, zapForm } from "./find.ts";
import type { ZapForm, ZapRun } from "./form.ts";
import { ENGINE } from "./judge.ts";
import { partsOf } from "./parts.ts";
import { PASSIVE_REPORT, PLAN, planLimits, REPORT, zapPlan } from "./plan.ts";
import { createZapLog } from "./progress.ts";

type Options = ZapOptions & {
	/** Sent with every request. */
	userAgent: string;
	/** How long one scan may take. */
	timeLimitMs: number;
};

const REPORT_BYTES = 32_000_000;
/** How much earlier than the scan's own limit it stops, so that existing results can still be read. */
const SPARE_MS = 10_000;
const TICK_MS = 1_000;

/** Crawls a web application, checks its answers and tests it for vulnerabilities, with a plan made for each scan. */
export function createZapEngine(options: Options): Engine<"zap"> {
	const form = zapForm(options);
	return {
		kind: "zap",
		name: ENGINE,
		tool: options.url === undefined ? "zap.sh" : "ZAP at ZAP_URL",
		// It needs more memory than all other tools together.
		atOnce: 1,
		timeLimitMs: options.timeLimitMs,
		requests: requestsIn(options.timeLimitMs),
		detect: (signal) => availabilityOf(() => form.find(signal)),
		...(form.appears && { appears: form.appears }),
		async run(context) {
			const { target, signal, now } = context;
			const until = Date.now() + options.timeLimitMs - SPARE_MS;
			const tool = await form.find(signal);
			if (!tool.found)
				return { status: "failed", reason: { code: "internal", message: tool.reason }, parts: [], sent: [] };
			const proxy = await startProxy({
				target,
				ports: [originOf(target).port],
				signal,
				now,
				perSecond: perSecondTo(target),
			});
			try {
				return await inJobFolder((folder) =>
					look(context, { ...options, form, file: tool.path, folder, proxy, until }),
				);
			} finally {
				await proxy.close();
			}
		},
	};
}

type Job = Options & { form: ZapForm; file: string; folder: string; proxy: ScanProxy; until: number };

async function look(context: RunContext<"zap">, job: Job): Promise<RunResult> {
	const { target, signal, now, read, onProgress } = context;
	const { form, file, folder, proxy, userAgent, timeLimitMs, until } = job;
	const { origin, host, port } = originOf(target);
	const limits = planLimits(timeLimitMs / 1_000);
	const log = createZapLog({ onProgress, limits, now: Date.now });
	const places = {
		reportFolder: form.seenFolder(folder),
		proxyHost: form.proxyHost,
		proxyPort: proxy.port,
		userAgent,
	};
	await writeFile(join(folder, PLAN), zapPlan(target, limits, places), { mode: 0o600 });
	let { setup } = form;
	const onSetup = (said: typeof setup) => {
		setup = said;
	};
	const end = await runZap(form, { file, folder, userAgent, signal, until, log, onSetup });
	const sent = proxy.sent();
	const failed = (reason: ScanFailure, raw: RawFile[] = []): RunResult => {
		return { status: "failed", reason, parts: [], sent, raw };
	};
	const [whole, passive] = await Promise.all([
		readReport(join(folder, REPORT), REPORT_BYTES),
		readReport(join(folder, PASSIVE_REPORT), REPORT_BYTES),
	]);
	if (whole === undefined || passive === undefined) {
		const message = "ZAP wrote more than we read, so its results were not kept.";
		return failed({ code: "internal", message });
	}
	if (end.status === "stopped" && end.why === "aborted" && !isTimeUp(signal))
		return failed(toolFailure("ZAP", end, folder, signal), rawOf(whole || passive));
	const where = { origin, host, port, path: target.target.path, mayLimit: setup.status !== "ours" };
	const looked = await read("lookAtZap", { last: whole, passive }, where, now());
	if (looked.status === "gave-up") return failed(unreadable("ZAP", looked), rawOf(whole || passive));
	const output = looked.value;
	const { isWhole } = output;
	const text = isWhole ? whole : passive;
	const raw = rawOf(text);
	// ZAP exits normally and reports nothing if the target never answered.
	if (text !== "" && !sent.some(({ outcome }) => /^[1-5]\d\d$|^open$/.test(outcome))) {
		const message = `ZAP got no page from ${origin}, so there was nothing to look at. Please check the address and that the site is up.`;
		return failed({ code: "unreachable", message }, raw);
	}
	if (output.status === "broken") {
		const reason = toolFailure("ZAP", end, folder, signal);
		if (end.status === "exited") reason.message = `${reason.message} ${output.reason}`;
		return failed(reason, raw);
	}
	const parts = partsOf(end, {
		limits,
		log,
		cut: output.cut,
		networkFailed: output.networkFailed || lostMany(proxy.counts()),
		starved: output.starved,
		isCrawled: passive !== "",
		isWhole,
		isReset: output.isReset,
		setup,
		sampled: output.sampled,
	});
	return {
		status: "completed",
		coverage: parts.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts,
		findings: output.findings,
		sent,
		raw,
	};
}

const rawOf = (text: string): RawFile[] =>
	text === "" ? [] : [{ name: REPORT, mediaType: "application/json", content: Buffer.from(text) }];

/** Runs the plan, and again if ZAP crashed. The first attempt's last report says nothing about how the second one ended. */
function runZap(form: ZapForm, run: ZapRun): Promise<ToolEnd> {
	const timer = setInterval(run.log.tick, TICK_MS);
	return retryCrash(
		async () => {
			run.log.begin();
			await rm(join(run.folder, REPORT), { force: true });
			return form.run(run);
		},
		() => form.isBack(run),
	).finally(() => clearInterval(timer));
}
