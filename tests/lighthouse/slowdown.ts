import { chromium } from "@playwright/test";
import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { startChromium } from "./chromium.ts";
import { median } from "./thresholds.ts";

/** How much Lighthouse slows the processor down to arrive at a phone, when it does not look at the machine. */
const DEFAULT = 4;
/**
 * The machines that number is meant for: "high-end desktop", a benchmark index of 1500 to 2000 (Lighthouse's
 * docs/throttling.md, which asks for a smaller number on a slower machine).
 */
const MEANT_FOR = 1750;
const MEASUREMENTS = 3;

/** The factor that turns a machine of this benchmark index into the same phone. Never more than Lighthouse's own. */
export const slowdownFor = (benchmarkIndex: number): number =>
	Math.min(DEFAULT, Math.max(1, Math.round((benchmarkIndex / MEANT_FOR) * DEFAULT * 10) / 10));

/** Lighthouse's own benchmark of the machine, as it is just now, in a browser with nothing else to do. */
export async function measureSlowdown(): Promise<{ benchmarkIndex: number; slowdown: number }> {
	const { port, stop } = await startChromium();
	try {
		const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
		const page = await browser.newPage();
		const measured: number[] = [];
		for (let i = 0; i < MEASUREMENTS; i++) measured.push(await page.evaluate(pageFunctions.computeBenchmarkIndex));
		await browser.close();
		const benchmarkIndex = Math.round(median(measured));
		return { benchmarkIndex, slowdown: slowdownFor(benchmarkIndex) };
	} finally {
		await stop();
	}
}
