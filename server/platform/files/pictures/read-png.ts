import { inflateSync } from "node:zlib";
import type { Picture } from "./picture.ts";
import { type PngChunks, readChunks } from "./png-chunks.ts";
import { unfilter } from "./png-filters.ts";

const CHANNELS: Record<PngChunks["header"]["color"], number> = {
	gray: 1,
	rgb: 3,
	palette: 1,
	"gray-alpha": 2,
	rgba: 4,
};

/** Which pixels a pass holds: where it starts, and how far apart they are. */
type Pass = { x: number; y: number; dx: number; dy: number };

const WHOLE: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }];
const ADAM7: readonly Pass[] = [
	{ x: 0, y: 0, dx: 8, dy: 8 },
	{ x: 4, y: 0, dx: 8, dy: 8 },
	{ x: 0, y: 4, dx: 4, dy: 8 },
	{ x: 2, y: 0, dx: 4, dy: 4 },
	{ x: 0, y: 2, dx: 2, dy: 4 },
	{ x: 1, y: 0, dx: 2, dy: 2 },
	{ x: 0, y: 1, dx: 1, dy: 2 },
];

const DAMAGED = { ok: false, because: "the file is damaged" } as const;

type Read = { ok: true; picture: Picture } | { ok: false; because: string };

/**
 * Every kind of PNG as pixels of 8 bits per channel. pdfkit's own reader trusts the file: a damaged one can keep it busy forever or end
 * the process, and some kinds come out wrong. `sizeFault` checks the size before anything is unpacked.
 */
export function readPng(
	file: Buffer,
	sizeFault: (size: { width: number; height: number }) => string | undefined,
): Read {
	const chunks = readChunks(file);
	if (!chunks) return DAMAGED;
	const { header } = chunks;
	const because = sizeFault(header);
	if (because) return { ok: false, because };
	const { passes, bits, size } = linesOf(header);
	const lines = unpacked(chunks.data, size);
	if (!lines) return DAMAGED;
	const rgba = Buffer.alloc(header.width * header.height * 4);
	const colorOf = colorReader(chunks);
	let start = 0;
	for (const { x, y, dx, dy, width, height, line } of passes) {
		const pass = lines.subarray(start, start + height * (line + 1));
		if (!unfilter(pass, line, Math.max(1, bits >> 3))) return DAMAGED;
		for (let row = 0; row < height; row += 1) {
			const content = pass.subarray(row * (line + 1) + 1, (row + 1) * (line + 1));
			for (let column = 0; column < width; column += 1) {
				const to = ((y + row * dy) * header.width + x + column * dx) * 4;
				if (!colorOf(content, column, rgba, to)) return DAMAGED;
			}
		}
		start += pass.length;
	}
	return { ok: true, picture: { width: header.width, height: header.height, rgba } };
}

/** How much the data unpacks to, according to the file's header. `size`: in bytes. */
export function linesOf(header: PngChunks["header"]) {
	const bits = header.depth * CHANNELS[header.color];
	const all = (header.interlaced ? ADAM7 : WHOLE).map((pass) => {
		const width = Math.ceil((header.width - pass.x) / pass.dx);
		const height = Math.ceil((header.height - pass.y) / pass.dy);
		return { ...pass, width, height, line: Math.ceil((width * bits) / 8) };
	});
	// In a small picture some passes are empty and have no filter numbers either.
	const passes = all.filter(({ width, height }) => width > 0 && height > 0);
	return { passes, bits, size: passes.reduce((sum, { height, line }) => sum + height * (line + 1), 0) };
}

/** Undefined unless it is exactly as long as the picture's size implies. No more than that is ever unpacked. */
function unpacked(data: Buffer, size: number): Buffer | undefined {
	try {
		const lines = inflateSync(data, { maxOutputLength: size });
		return lines.length === size ? lines : undefined;
	} catch {
		return undefined;
	}
}

/** Writes the color of one pixel in a line. False if that color does not exist. */
type ColorReader = (line: Buffer, column: number, rgba: Buffer, to: number) => boolean;

function colorReader({ header: { depth, color }, palette, transparency }: PngChunks): ColorReader {
	const channels = CHANNELS[color];
	const most = 2 ** depth - 1;
	const sample = (line: Buffer, index: number): number => {
		if (depth === 8) return line[index] ?? 0;
		if (depth === 16) return ((line[index * 2] ?? 0) << 8) | (line[index * 2 + 1] ?? 0);
		const bit = index * depth;
		return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & most;
	};
	const byte = (value: number): number => Math.round((value * 255) / most);
	/** The one color that is transparent, in the file's own bit depth. */
	const clear = (channel: number): number | undefined =>
		transparency && transparency.length >= channel * 2 + 2 ? transparency.readUInt16BE(channel * 2) : undefined;

	if (color === "palette") {
		return (line, column, rgba, to) => {
			const entry = sample(line, column);
			if (entry * 3 + 3 > palette.length) return false;
			for (let channel = 0; channel < 3; channel += 1) rgba[to + channel] = palette[entry * 3 + channel] ?? 0;
			rgba[to + 3] = transparency?.[entry] ?? 255;
			return true;
		};
	}
	const isGray = channels < 3;
	const hasAlpha = channels % 2 === 0;
	const [clearRed, clearGreen, clearBlue] = [clear(0), clear(isGray ? 0 : 1), clear(isGray ? 0 : 2)];
	return (line, column, rgba, to) => {
		const first = column * channels;
		const red = sample(line, first);
		const green = isGray ? red : sample(line, first + 1);
		const blue = isGray ? red : sample(line, first + 2);
		const isClear = !hasAlpha && red === clearRed && green === clearGreen && blue === clearBlue;
		rgba[to] = byte(red);
		rgba[to + 1] = byte(green);
		rgba[to + 2] = byte(blue);
		rgba[to + 3] = hasAlpha ? byte(sample(line, first + channels - 1)) : isClear ? 0 : 255;
		return true;
	};
}
