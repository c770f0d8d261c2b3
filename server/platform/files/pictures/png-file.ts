import { crc32, deflateSync } from "node:zlib";
import { isOpaque, type Picture } from "./picture.ts";

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A plain PNG: 8 bits per channel, not interlaced, without metadata. */
export function pngFile(picture: Picture): Buffer {
	const { width, height } = picture;
	const { color, alpha } = planes(picture);
	const step = alpha ? 4 : 3;
	const lines = Buffer.alloc(height * (1 + width * step));
	for (let pixel = 0; pixel < width * height; pixel += 1) {
		const row = Math.floor(pixel / width);
		// Each line starts with the number of its filter: 0, none.
		const at = pixel * step + row + 1;
		color.copy(lines, at, pixel * 3, pixel * 3 + 3);
		if (alpha) lines[at + 3] = alpha[pixel] ?? 0;
	}
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head[8] = 8;
	head[9] = alpha ? 6 : 2;
	return Buffer.concat([
		PNG_SIGNATURE,
		chunk("IHDR", head),
		chunk("IDAT", deflateSync(lines, { level: 9 })),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** Its colors alone, and the alpha of each pixel unless all are opaque. */
export function planes(picture: Picture): { color: Buffer; alpha: Buffer | null } {
	const { rgba, width, height } = picture;
	const color = Buffer.alloc(width * height * 3);
	const alpha = isOpaque(picture) ? null : Buffer.alloc(width * height);
	for (let pixel = 0; pixel < width * height; pixel += 1) {
		rgba.copy(color, pixel * 3, pixel * 4, pixel * 4 + 3);
		if (alpha) alpha[pixel] = rgba[pixel * 4 + 3] ?? 0;
	}
	return { color, alpha };
}

function chunk(type: string, content: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const around = Buffer.alloc(8);
	around.writeUInt32BE(content.length, 0);
	around.writeUInt32BE(crc32(named), 4);
	return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
