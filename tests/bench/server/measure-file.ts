import type { ServerProcess } from "./product.ts";

const LOOK_MS = 50;

type Measured = {
	/** Median milliseconds until the whole file and until its first byte. */
	ms: number;
	firstMs: number;
	/** MB that the process had at most, over what it had before. */
	memory: number;
};

/** A download, several times one after another, with the memory of the process that writes it. */
export async function measureFile(
	server: ServerProcess,
	url: string,
	headers: Record<string, string>,
	times: number,
): Promise<Measured> {
	const idle = await server.memory();
	let most = idle;
	let isDone = false;
	const watch = async () => {
		while (!isDone) {
			most = Math.max(most, await server.memory());
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
		}
	};
	const watching = watch();
	const [whole, first]: [number[], number[]] = [[], []];
	for (let n = 0; n < times; n++) {
		const begun = performance.now();
		const response = await fetch(url, { headers });
		if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}`);
		let firstMs: number | undefined;
		for await (const _ of response.body) firstMs ??= performance.now() - begun;
		whole.push(performance.now() - begun);
		first.push(firstMs ?? Number.NaN);
	}
	isDone = true;
	await watching;
	return { ms: medianOf(whole), firstMs: medianOf(first), memory: most - idle };
}

const medianOf = (all: readonly number[]): number =>
	all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
