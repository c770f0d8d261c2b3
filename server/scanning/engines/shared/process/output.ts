import type { Readable } from "node:stream";

const LONGEST_LINE = 4_096;
/** Once the group is gone, nothing can write anymore; what is still in the pipe arrives immediately. */
const DRAIN_MS = 1_000;

/** Collects output up to a limit, reports its lines as they come, and reports when there is too much. */
export function createOutput(
	stream: Readable,
	limit: number,
	onTooMuch: () => void,
	onLine?: (line: string) => void,
): { end: () => Promise<Buffer> } {
	const chunks: Buffer[] = [];
	let size = 0;
	let line = "";
	const closed = Promise.withResolvers<void>();
	stream.on("error", () => closed.resolve());
	stream.once("close", () => closed.resolve());
	stream.on("data", (chunk: Buffer) => {
		if (size >= limit) return;
		const kept = chunk.subarray(0, limit - size);
		size += kept.length;
		chunks.push(kept);
		if (kept.length < chunk.length) onTooMuch();
		if (!onLine) return;
		const [first = "", ...others] = kept.toString("latin1").split("\n");
		line = (line + first).slice(0, LONGEST_LINE);
		for (const other of others) {
			onLine(line);
			line = other.slice(0, LONGEST_LINE);
		}
	});
	return {
		async end() {
			const late = setTimeout(() => stream.destroy(), DRAIN_MS);
			await closed.promise;
			clearTimeout(late);
			return Buffer.concat(chunks);
		},
	};
}
