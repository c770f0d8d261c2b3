import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dedupe } from "#server/findings/dedupe.ts";
import { isTimeUp } from "../baseline/run-failures.ts";
import type { Engine, RunContext, RunResult } from "../engine.ts";
import { availabilityOf } from "../process/find-tool.ts";
import { inJobFolder } from "../process/job-folder.ts";
import { readReport } from "../process/read-report.ts";
import type { ToolEnd } from "../process/run-tool.ts";
import { toolFailure } from "../process/tool-failure.ts";
import { lostMany } from "../proxy/lost-many.ts";
import { type ScanProxy, startProxy } from "../proxy/proxy.ts";
import { originOf } from "../start-url.ts";
import { type ZapOptions, zapForm } from "./find.ts";
import type { ZapForm } from "./form.ts";
import { ENGINE, judge } from "./judge.ts";
import { partsOf } from "./parts.ts";
import { PASSIVE_REPORT, PLAN, type PlanLimits, planLimits, REPORT, zapPlan } from "./plan.ts";
import { createZapLog, type ZapLog } from "./progress.ts";
import { readZapJson } from "./read-json.ts";

type Options = ZapOptions & {
	/** Sent with every request. */
	userAgent: string;
	/** How long one scan may take. */
	timeLimitMs: number;
};

const REPORT_BYTES = 32_000_000;
/** Before the scan's own limit, so that what there is can still be read. */
const SPARE_MS = 10_000;
const POLITE_PER_SECOND = 5;
/** Where the operator listed the target it is the operator's own. */
const LISTED_PER_SECOND = 100;

/** Crawls a web application, looks at its answers and tries it for faults, by a plan made for each scan. */
export function createZapEngine(options: Options): Engine<"zap"> {
	const form = zapForm(options);
	return {
		kind: "zap",
		name: ENGINE,
		tool: "zap.sh",
		install: "npm run engines",
		needs: "ownership",
		timeLimitMs: options.timeLimitMs,
		detect: () => availabilityOf(form.find),
		async run(context) {
			const tool = await form.find();
			if (!tool.found)
				return { status: "failed", reason: { code: "internal", message: tool.reason }, parts: [], sent: [] };
			const { target, signal, now } = context;
			const perSecond = target.listed ? LISTED_PER_SECOND : POLITE_PER_SECOND;
			const proxy = await startProxy({ target, ports: [originOf(target).port], signal, now, perSecond });
			try {
				return await inJobFolder((folder) => look(context, { ...options, form, file: tool.path, folder, proxy }));
			} finally {
				await proxy.close();
			}
		},
	};
}

type Job = Options & { form: ZapForm; file: string; folder: string; proxy: ScanProxy };

async function look(context: RunContext<"zap">, job: Job): Promise<RunResult> {
	const { target, signal, now, onProgress } = context;
	const { folder, proxy, timeLimitMs } = job;
	const { origin, host, port } = originOf(target);
	const limits = planLimits(timeLimitMs / 1_000);
	let done = 0;
	const log = createZapLog((percent, step) => {
		done = Math.max(done, percent);
		onProgress(done, step);
	});
	const end = await runZap(context, job, limits, log);
	const sent = proxy.sent();
	const [whole, passive] = await Promise.all([
		readReport(join(folder, REPORT), REPORT_BYTES),
		readReport(join(folder, PASSIVE_REPORT), REPORT_BYTES),
	]);
	const cancelled = end.status === "stopped" && end.why === "aborted" && !isTimeUp(signal);
	// What the crawl saw stands when the active part was cut short, whatever cut it short.
	const text = whole === "" ? passive : whole;
	const raw = text ? [{ name: REPORT, mediaType: "application/json", content: Buffer.from(text) }] : [];
	if (text === undefined) {
		const message = "ZAP wrote more than we read, so its results were not kept.";
		return { status: "failed", reason: { code: "internal", message }, parts: [], sent };
	}
	const output = cancelled ? undefined : readZapJson(text, origin);
	if (output?.status !== "done") {
		const reason = toolFailure("ZAP", end, folder, signal);
		if (output && end.status === "exited") reason.message = `${reason.message} ${output.reason}`;
		return { status: "failed", reason, parts: [], sent, raw };
	}
	// ZAP ends well and reports nothing when there was nobody to talk to.
	if (!sent.some(({ outcome }) => /^[1-5]\d\d$|^open$/.test(outcome))) {
		const message = `ZAP got no page from ${origin}, so there was nothing to look at. Please check the address and that the site is up.`;
		return { status: "failed", reason: { code: "unreachable", message }, parts: [], sent, raw };
	}
	const parts = partsOf(end, {
		limits,
		log,
		cut: output.cut,
		networkFailed: output.networkFailed || lostMany(proxy.counts()),
		isWhole: whole !== "",
	});
	return {
		status: "completed",
		coverage: parts.every(({ status }) => status === "evaluated") ? "full" : "partial",
		parts,
		findings: dedupe(judge(output.alerts, { host, port }, now())),
		sent,
		raw,
	};
}

async function runZap(context: RunContext<"zap">, job: Job, limits: PlanLimits, log: ZapLog): Promise<ToolEnd> {
	const { form, file, folder, proxy, userAgent, timeLimitMs } = job;
	const reportFolder = form.seenFolder(folder);
	const where = { reportFolder, proxyHost: form.proxyHost, proxyPort: proxy.port, userAgent };
	await writeFile(join(folder, PLAN), zapPlan(context.target, limits, where), { mode: 0o600 });
	const until = Date.now() + timeLimitMs - SPARE_MS;
	return form.run({ file, folder, userAgent, signal: context.signal, until, log });
}
