import { crc32, deflateSync } from "node:zlib";

type PngColor = "gray" | "rgb" | "palette" | "gray-alpha" | "rgba";

type PngOptions = {
	width: number;
	height: number;
	color?: PngColor;
	depth?: 1 | 2 | 4 | 8 | 16;
	interlaced?: boolean;
	/** The filter of every line; if left out, each filter in turn. */
	filter?: number;
	palette?: number[];
	transparency?: number[];
	/** A pixel's samples, in the file's own bit depth. */
	pixel(x: number, y: number): number[];
};

const TYPES: Record<PngColor, number> = { gray: 0, rgb: 2, palette: 3, "gray-alpha": 4, rgba: 6 };
const PASSES = [
	[0, 0, 8, 8],
	[4, 0, 8, 8],
	[0, 4, 4, 8],
	[2, 0, 4, 4],
	[0, 2, 2, 4],
	[1, 0, 2, 2],
	[0, 1, 1, 2],
] as const;

/** A PNG of any kind, to be read back. */
export function makePng(options: PngOptions): Buffer {
	const { width, height, color = "rgba", depth = 8, interlaced = false } = options;
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([depth, TYPES[color], 0, 0, interlaced ? 1 : 0], 8);
	const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const);
	return pngOf([
		["IHDR", head],
		...(options.palette ? [["PLTE", Buffer.from(options.palette)] as const] : []),
		...(options.transparency ? [["tRNS", Buffer.from(options.transparency)] as const] : []),
		["IDAT", deflateSync(Buffer.concat(passes.map((pass) => linesOf(options, depth, pass))))],
		["IEND", Buffer.alloc(0)],
	]);
}

/** A file of these chunks, with their checksums. */
export const pngOf = (chunks: readonly (readonly [type: string, content: Buffer])[]): Buffer =>
	Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		...chunks.flatMap(([type, content]) => {
			const named = Buffer.concat([Buffer.from(type), content]);
			const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
			length.writeUInt32BE(content.length);
			sum.writeUInt32BE(crc32(named));
			return [length, named, sum];
		}),
	]);

function linesOf({ width, height, pixel, filter }: PngOptions, depth: number, pass: readonly number[]): Buffer {
	const [x0 = 0, y0 = 0, dx = 1, dy = 1] = pass;
	const lines: Buffer[] = [];
	let above: Buffer | undefined;
	for (let y = y0, row = 0; y < height; y += dy, row += 1) {
		const samples: number[] = [];
		for (let x = x0; x < width; x += dx) samples.push(...pixel(x, y));
		if (samples.length === 0) continue;
		const bits = samples.map((sample) => sample.toString(2).padStart(depth, "0")).join("");
		const line = Buffer.from(bits.match(/.{1,8}/g)?.map((each) => Number.parseInt(each.padEnd(8, "0"), 2)) ?? []);
		const perPixel = samples.length / Math.ceil((width - x0) / dx);
		lines.push(filtered(line, above, filter ?? row % 5, Math.max(1, (perPixel * depth) >> 3)));
		above = line;
	}
	return Buffer.concat(lines);
}

function filtered(line: Buffer, above: Buffer | undefined, filter: number, step: number): Buffer {
	const guess = (at: number): number => {
		const [a, b, c] = [line[at - step] ?? 0, above?.[at] ?? 0, above?.[at - step] ?? 0];
		const nearest = [a, b, c].toSorted((p, q) => Math.abs(a + b - c - p) - Math.abs(a + b - c - q))[0] ?? 0;
		return [0, a, b, Math.floor((a + b) / 2), nearest][filter] ?? 0;
	};
	return Buffer.from([filter, ...line.map((value, at) => value - guess(at))]);
}
