import { pageFunctions } from "lighthouse/core/lib/page-functions.js";
import { median } from "./thresholds.ts";

/** How much Lighthouse slows the processor down to simulate a phone, without considering the machine. */
const DEFAULT = 4;
/**
 * The machines that number is meant for: "high-end desktop", a benchmark index of 1500 to 2000 (Lighthouse's
 * docs/throttling.md, which asks for a smaller number on a slower machine).
 */
const MEANT_FOR = 1750;
const MEASUREMENTS = 3;

/** The factor that turns a machine with this benchmark index into the same phone. Never more than Lighthouse's own. */
export const slowdownFor = (benchmarkIndex: number): number =>
	Math.min(DEFAULT, Math.max(1, Math.round((benchmarkIndex / MEANT_FOR) * DEFAULT * 10) / 10));

/** Lighthouse's own benchmark, in this thread's processor time, so that other work on the machine does not count. */
export function measureBenchmark(): number {
	const once = () => {
		const [since, used] = [performance.now(), process.threadCpuUsage()];
		const index = pageFunctions.computeBenchmarkIndex();
		const { user, system } = process.threadCpuUsage(used);
		return (index * (performance.now() - since) * 1000) / (user + system);
	};
	return Math.round(median(Array.from({ length: MEASUREMENTS }, once)));
}
