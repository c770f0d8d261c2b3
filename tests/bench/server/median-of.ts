/** How many calls are timed. */
export const TIMES = 25;

/** The median time of a call, one after another, in milliseconds. */
export const medianOf = (url: string, headers: Record<string, string>, times = TIMES): Promise<number> =>
	medianTime(async () => {
		const response = await fetch(url, { headers });
		const text = await response.text();
		if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text}`);
	}, times);

/** The median time of something that is repeated, in milliseconds. */
export async function medianTime(run: () => Promise<void>, times = TIMES): Promise<number> {
	const taken: number[] = [];
	// The first ones pay for plans and caches.
	for (let n = -Math.min(3, times); n < times; n++) {
		const begun = performance.now();
		await run();
		if (n >= 0) taken.push(performance.now() - begun);
	}
	return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN;
}
