import { crc32, deflateSync } from "node:zlib";
import fc from "fast-check";

const chunk = (name: string, data: Buffer): Buffer => {
	const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(body));
	return Buffer.concat([length, body, sum]);
};

/** A black PNG file. `pixels`: by default, as many as it claims. */
export function pngFile(width: number, height: number, pixels = Buffer.alloc(height * (1 + width))): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	return Buffer.concat([
		signature,
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(pixels)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

/** A JPEG file, segments only: start, one frame, one scan, end. */
export function jpegFile(width: number, height: number): Buffer {
	const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
	frame.writeUInt16BE(height, 5);
	frame.writeUInt16BE(width, 7);
	const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x7f]);
	return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, scan, Buffer.from([0xff, 0xd9])]);
}

/** Pictures, and files that are almost pictures. */
export const pictures: fc.Arbitrary<Buffer> = fc
	.tuple(fc.constantFrom(pngFile(2, 3), jpegFile(2, 3), pngFile(2_001, 1)), fc.nat(40), fc.nat(255), fc.boolean())
	.map(([file, at, byte, whole]) => {
		if (whole) return file;
		const changed = Buffer.from(file);
		changed[at % changed.length] = byte;
		return changed;
	});
