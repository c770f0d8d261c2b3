/** From 1 kB to 1 MB, each four times the one before. */
export const SIZES = [1, 4, 16, 64, 256, 1_024].map((kilobytes) => kilobytes * 1_024);
/** Four times the text: linear work costs four times as much, quadratic work sixteen times. */
const MOST_TIMES = 8;
/** Below this a measurement is mostly the clock's own grain, which is 4 ms on Linux. */
const GRAIN_MS = 8;

/** CPU time of this thread alone: other work on the machine does not count. */
function cpuMs(run: () => unknown): number {
	const before = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1_000;
}

/**
 * Runs `work` on ever longer texts and says where its cost grows faster than the text; undefined when it never does. Work that
 * grows too fast is left at the first size that shows it, so a fault costs this test a second and not an hour.
 */
export function faultyGrowth(work: (size: number) => unknown, sizes: readonly number[] = SIZES): string | undefined {
	let before = 0;
	for (const [index, size] of sizes.entries()) {
		const run = () => work(size);
		const cost = cpuMs(run);
		const tooMuch = (now: number, then: number) => now > MOST_TIMES * Math.max(then, GRAIN_MS);
		if (tooMuch(cost, before)) {
			const smaller = sizes[index - 1] ?? 0;
			// Once may be chance, such as the collector's. The best of three against the worst of three is none.
			const now = Math.min(cost, cpuMs(run), cpuMs(run));
			const then =
				smaller === 0
					? 0
					: Math.max(
							before,
							cpuMs(() => work(smaller)),
							cpuMs(() => work(smaller)),
						);
			if (tooMuch(now, then))
				return `${size} characters cost ${now.toFixed(0)} ms, ${smaller} of them ${then.toFixed(0)} ms`;
		}
		before = cost;
	}
	return undefined;
}

/** A text of about this length that repeats one word between a beginning and an end. */
export type Hostile = { start: string; word: string; end: string };

/** The one of these texts that costs most at this size. */
export function costliest(texts: readonly Hostile[], use: (text: string) => unknown, size: number): Hostile[] {
	const costs = texts.map((text) => {
		const whole = hostileText(text, size);
		const began = performance.now();
		use(whole);
		return { text, ms: performance.now() - began };
	});
	return costs
		.sort((a, b) => b.ms - a.ms)
		.slice(0, 1)
		.map(({ text }) => text);
}

export const hostileText = ({ start, word, end }: Hostile, size: number): string =>
	start + word.repeat(Math.ceil(size / word.length)) + end;
