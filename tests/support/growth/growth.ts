/** From 1 kB to 1 MB, each four times the one before. */
const SIZES = [1, 4, 16, 64, 256, 1_024].map((kilobytes) => kilobytes * 1_024);
/** By this size, quadratic work takes longer than the clock's resolution. */
const TELLING = 16_384;
/** Linear work grows with the first power of the size, quadratic with the second. The garbage collector makes linear work look worse. */
const MOST_POWER = 1.75;
/** Worth a closer look: four times the text should cost four times as much. */
const SUSPECT_TIMES = 8;
/**
 * A closer look may be disturbed by the garbage collector, code that was not compiled yet, or a neighbor that empties the processor's
 * cache.
 */
const LOOKS = 3;
/** The clock's resolution: Linux counts a thread's time in steps of 4 ms. */
const GRAIN_MS = 5;

/** CPU time of this thread alone: other work on the machine does not count. */
function cpuMs(run: () => unknown): number {
	const before = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1_000;
}

/** The same once the code has been compiled for it, and repeated until the clock's resolution is a small part of it. */
function exactCpuMs(run: () => unknown): number {
	let all = 0;
	let times = 0;
	cpuMs(run);
	while (times < 2 || all < 10 * GRAIN_MS) {
		all += cpuMs(run);
		times++;
	}
	return all / times;
}

/** Where the cost grows too fast between two sizes, or is too high at one. */
function faultBetween(work: (size: number) => unknown, smaller: number, size: number): string | undefined {
	const now = exactCpuMs(() => work(size));
	const then = smaller === size ? GRAIN_MS : exactCpuMs(() => work(smaller));
	const isTooMuch =
		smaller === size ? now > SUSPECT_TIMES * then : Math.log(now / then) > MOST_POWER * Math.log(size / smaller);
	return isTooMuch
		? `${size} characters cost ${now.toFixed(1)} ms, ${smaller} of them ${then.toFixed(1)} ms`
		: undefined;
}

/**
 * Runs `work` on ever longer texts and says where its cost grows faster than the text; undefined if it never does. Work that grows too
 * fast is stopped at the first size that shows it, so a fault costs this test a second and not an hour. `briefly` stops early for work
 * that is so fast that it cannot be quadratic.
 */
export function faultyGrowth(work: (size: number) => unknown, briefly = false): string | undefined {
	let before = GRAIN_MS;
	for (const [index, size] of SIZES.entries()) {
		const cost = cpuMs(() => work(size));
		if (cost > SUSPECT_TIMES * Math.max(before, GRAIN_MS)) {
			const smaller = SIZES[Math.max(0, index - 2)] ?? size;
			const faults = Array.from({ length: LOOKS }, () => faultBetween(work, smaller, size));
			const [fault] = faults;
			if (faults.every((one) => one !== undefined)) return fault;
		}
		if (briefly && size >= TELLING && cost < GRAIN_MS) return undefined;
		before = cost;
	}
	return undefined;
}

/** The same for work on texts, tried with each of these: all of them until it is clear which costs most, and that one to the end. */
export function faultyGrowthOn(texts: readonly Hostile[], use: (text: string) => unknown): string | undefined {
	const faultOf = (text: Hostile, briefly: boolean) => {
		const fault = faultyGrowth((size) => use(hostileText(text, size)), briefly);
		return fault && `${JSON.stringify(text)}: ${fault}`;
	};
	let worst: { text: Hostile; ms: number } | undefined;
	for (const text of texts) {
		const fault = faultOf(text, true);
		if (fault) return fault;
		const whole = hostileText(text, TELLING);
		const began = performance.now();
		use(whole);
		const ms = performance.now() - began;
		if (!worst || ms > worst.ms) worst = { text, ms };
	}
	return worst && faultOf(worst.text, false);
}

/** A text of about a given length that repeats one word between a start and an end. */
export type Hostile = { start: string; word: string; end: string };

const hostileText = ({ start, word, end }: Hostile, size: number): string =>
	start + word.repeat(Math.ceil(size / word.length)) + end;
