import { crc32 } from "node:zlib";
import { PNG_SIGNATURE } from "./png-file.ts";

export type PngChunks = {
	header: {
		width: number;
		height: number;
		depth: number;
		color: "gray" | "rgb" | "palette" | "gray-alpha" | "rgba";
		interlaced: boolean;
	};
	/** Red, green and blue of each entry. */
	palette: Buffer;
	/** Alpha of the palette's entries, or the one color that is transparent. Null if there is neither. */
	transparency: Buffer | null;
	/** Compressed. */
	data: Buffer;
};

const COLORS: Record<number, { color: PngChunks["header"]["color"]; depths: readonly number[] }> = {
	0: { color: "gray", depths: [1, 2, 4, 8, 16] },
	2: { color: "rgb", depths: [8, 16] },
	3: { color: "palette", depths: [1, 2, 4, 8] },
	4: { color: "gray-alpha", depths: [8, 16] },
	6: { color: "rgba", depths: [8, 16] },
};

/** The parts of a PNG. Undefined if it is damaged anywhere: every length is checked before it is used. */
export function readChunks(file: Buffer): PngChunks | undefined {
	if (!file.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined;
	let header: PngChunks["header"] | undefined;
	let palette: Buffer = Buffer.alloc(0);
	let transparency: Buffer | null = null;
	const data: Buffer[] = [];
	for (let at = 8; at + 12 <= file.length; ) {
		const end = at + 8 + file.readUInt32BE(at);
		if (end + 4 > file.length || crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) return undefined;
		const type = file.toString("latin1", at + 4, at + 8);
		const content = file.subarray(at + 8, end);
		at = end + 4;
		if (type === "IHDR" && !header) header = headerOf(content);
		if (!header) return undefined;
		if (type === "PLTE") palette = content;
		else if (type === "tRNS") transparency = content;
		else if (type === "IDAT") data.push(content);
		else if (type === "IEND") {
			return at === file.length ? { header, palette, transparency, data: Buffer.concat(data) } : undefined;
		}
	}
	return undefined;
}

function headerOf(content: Buffer): PngChunks["header"] | undefined {
	if (content.length !== 13) return undefined;
	const [depth = 0, type = 0, compression, filter, interlace = 0] = content.subarray(8);
	const known = COLORS[type];
	if (!known?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
	return {
		width: content.readUInt32BE(0),
		height: content.readUInt32BE(4),
		depth,
		color: known.color,
		interlaced: interlace === 1,
	};
}
