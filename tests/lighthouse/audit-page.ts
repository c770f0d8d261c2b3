import type { Flags, Result } from "lighthouse";
import { navigationGather } from "lighthouse/core/gather/navigation-runner.js";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { Runner } from "lighthouse/core/runner.js";
import { connect } from "puppeteer-core";
import { startChromium } from "./chromium.ts";
import { pwaConfig } from "./config.ts";
import type { PwaSettings } from "./gather/settings.ts";
import { processorShare, type TraceEvent } from "./processor-share.ts";

type Asked = {
	categories: string[];
	/** How many times slower the phone's processor is than this machine's; if absent, nothing is timed. */
	slowdown?: number | undefined;
	settings: PwaSettings;
	/** A selector that appears once the page has done its job. Timing does not wait for it. */
	ready: string;
};

export type Audited = {
	result: Result;
	html: string;
	json: string;
	/** The share of its time that the page had a processor (`processor-share.ts`); null if too small to time it. */
	share: number | null;
};

// A second of arithmetic in every run, for a warning in the report: `slowdown.ts` measures the machine once.
pageFunctions.computeBenchmarkIndex = () => 0;

/** To time a page, Lighthouse waits for seconds without network and work. Untimed pages are judged as soon as they are ready. */
const NO_PAUSES = { pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 0, cpuQuietThresholdMs: 0 };
const PATIENCE = 60_000;

/** A recording without the start of the navigation, which happens on a busy machine: Lighthouse has to run again. */
const RUN_AGAIN = "NO_NAVSTART";
const TRIES = 6;

/** One run of Lighthouse, in its own browser that has never seen the page. Mobile, as Lighthouse is by default. */
export async function auditPage(url: string, asked: Asked): Promise<Audited> {
	let audited = await runOnce(url, asked);
	for (let tries = 1; tries < TRIES && asksForAnother(audited.result); tries++) {
		audited = await runOnce(url, asked);
	}
	const { runtimeError } = audited.result;
	if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
	return audited;
}

const asksForAnother = ({ audits, runtimeError }: Result) =>
	runtimeError?.code === RUN_AGAIN ||
	Object.values(audits).some(({ errorMessage }) => errorMessage?.includes(RUN_AGAIN));

async function runOnce(url: string, { categories, slowdown, settings, ready }: Asked): Promise<Audited> {
	const { port, stop } = await startChromium();
	try {
		const browser = await connect({ browserURL: `http://127.0.0.1:${port}`, defaultViewport: null });
		const page = await browser.newPage();
		const open = async () => {
			await page.goto(url, { waitUntil: "load", timeout: PATIENCE });
			await page.waitForSelector(ready, { timeout: PATIENCE });
		};
		const isTimed = slowdown !== undefined;
		const flags: Flags = {
			// A picture of the whole page takes a second, and only decorates the report.
			disableFullPageScreenshot: true,
			onlyCategories: categories,
			output: ["html", "json"],
			logLevel: "error",
			...(!isTimed && NO_PAUSES),
		};
		const { artifacts, runnerOptions } = await navigationGather(page, isTimed ? url : open, {
			flags,
			config: pwaConfig(settings),
		});
		const share = slowdown === undefined ? null : processorShare(artifacts.Trace.traceEvents as TraceEvent[]);
		if (slowdown !== undefined && share !== null) {
			// The simulated phone counts what the page computed, not the time in which other programs had the processor.
			for (const { throttling } of [artifacts.settings, runnerOptions.resolvedConfig.settings]) {
				throttling.cpuSlowdownMultiplier = slowdown * share;
			}
		}
		const run = await Runner.audit(artifacts, runnerOptions);
		const [html, json] = run?.report ?? [];
		if (!run || !html || !json) throw new Error(`Lighthouse said nothing about ${url}`);
		return { result: run.lhr, html, json, share };
	} finally {
		await stop();
	}
}

/** The audits of a category that count and do not pass; one that broke does not pass. */
export function failedAudits({ categories, audits }: Result, category: string): string[] {
	return (categories[category]?.auditRefs ?? [])
		.filter(({ weight }) => weight > 0)
		.map(({ id }) => audits[id])
		.filter((audit) => audit !== undefined)
		.filter(({ score, scoreDisplayMode }) => scoreDisplayMode === "error" || (score !== null && score < 0.9))
		.map(({ id }) => id);
}
