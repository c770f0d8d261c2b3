/** The result of one kind of load. */
export type Load = {
	/** Correct answers per second. */
	rate: number;
	/** Milliseconds within which half, and 99 of 100, were answered. */
	p50: number;
	p99: number;
	/** Answers by status, if any was not the wanted one. */
	others: Map<number, number>;
};

/** Seconds that each load lasts. */
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);

/**
 * Sends requests for some seconds, `atOnce` at a time, each sender waiting for its answer. `send` returns the answer's status; `wanted`
 * is what it should be.
 */
export async function load(
	atOnce: number,
	send: (sender: number) => Promise<number>,
	wanted = 202,
	seconds = SECONDS,
): Promise<Load> {
	const times: number[] = [];
	const others = new Map<number, number>();
	const started = performance.now();
	const end = started + seconds * 1_000;
	const work = async (sender: number) => {
		while (performance.now() < end) {
			const sent = performance.now();
			const status = await send(sender);
			if (status === wanted) times.push(performance.now() - sent);
			else others.set(status, (others.get(status) ?? 0) + 1);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, (_, sender) => work(sender)));
	const took = (performance.now() - started) / 1_000;
	times.sort((a, b) => a - b);
	const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
	return { rate: times.length / took, p50: at(0.5), p99: at(0.99), others };
}
