import { promisify } from "node:util";
import { crc32, inflate } from "node:zlib";
import { LOGO_SIDE, type LogoType } from "#contract/workspaces/workspaces.ts";

/** A picture that was looked into. */
export type Logo = { type: LogoType; content: Buffer };

type Size = { width: number; height: number };

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel, by the color type of a PNG file. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS = [1, 2, 4, 8, 16];

const unpack = promisify(inflate);

/** What is wrong with it, or the picture. What counts is its content, whatever its name and its media type say. */
export async function readLogo(content: Buffer): Promise<{ ok: true; logo: Logo } | { ok: false; message: string }> {
	const png = content.subarray(0, 8).equals(PNG_SIGNATURE);
	const size = png ? await pngSize(content) : jpegSize(content);
	if (!size) {
		return {
			ok: false,
			message: "This file is not a PNG or JPEG picture, or it is damaged. Please choose another one.",
		};
	}
	if (Math.max(size.width, size.height) > LOGO_SIDE) {
		const is = `${size.width} × ${size.height}`;
		return {
			ok: false,
			message: `This picture has ${is} pixels. Please choose one of at most ${LOGO_SIDE} × ${LOGO_SIDE}.`,
		};
	}
	return { ok: true, logo: { type: png ? "image/png" : "image/jpeg", content } };
}

/** Reads every chunk (PNG specification, 5) and unpacks the pixels, so that no reader of reports meets a surprise. */
async function pngSize(content: Buffer): Promise<Size | undefined> {
	const pixels: Buffer[] = [];
	let header: Buffer | undefined;
	for (let at = 8; at + 12 <= content.length; ) {
		const length = content.readUInt32BE(at);
		const next = at + 12 + length;
		if (next > content.length) return undefined;
		const name = content.toString("latin1", at + 4, at + 8);
		const data = content.subarray(at + 8, at + 8 + length);
		if (crc32(content.subarray(at + 4, at + 8 + length)) !== content.readUInt32BE(at + 8 + length)) return undefined;
		if ((name === "IHDR") !== (header === undefined)) return undefined;
		if (name === "IHDR") header = data;
		if (name === "IDAT") pixels.push(data);
		if (name === "IEND") return next === content.length && header ? pngOf(header, Buffer.concat(pixels)) : undefined;
		at = next;
	}
	return undefined;
}

async function pngOf(header: Buffer, packed: Buffer): Promise<Size | undefined> {
	if (header.length !== 13) return undefined;
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const [depth = 0, color = -1, , , interlaced = 0] = header.subarray(8);
	const samples = SAMPLES[color];
	if (width === 0 || height === 0 || samples === undefined || !DEPTHS.includes(depth)) return undefined;
	// Too large to be unpacked, and refused for its size.
	if (Math.max(width, height) > LOGO_SIDE) return { width, height };
	const bytes = height * (1 + Math.ceil((width * samples * depth) / 8));
	// Interlaced rows are shorter, and there are more of them.
	const most = interlaced === 0 ? bytes : 2 * bytes + 64;
	try {
		const unpacked = await unpack(packed, { maxOutputLength: most });
		return interlaced === 0 && unpacked.length !== bytes ? undefined : { width, height };
	} catch {
		return undefined;
	}
}

/** Reads the segments of a JPEG file up to its first scan (ITU-T T.81, annex B), and looks for its end. */
function jpegSize(content: Buffer): Size | undefined {
	if (content.length < 4 || content.readUInt16BE(0) !== 0xffd8) return undefined;
	if (content.readUInt16BE(content.length - 2) !== 0xffd9) return undefined;
	let size: Size | undefined;
	for (let at = 2; at + 4 <= content.length; ) {
		const marker = content.readUInt16BE(at);
		const length = content.readUInt16BE(at + 2);
		if (marker < 0xff01 || length < 2 || at + 2 + length > content.length) return undefined;
		// The pixels follow.
		if (marker === 0xffda) return size;
		if (isFrame(marker)) {
			if (size || length < 8) return undefined;
			size = { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) };
			if (size.width === 0 || size.height === 0) return undefined;
		}
		at += 2 + length;
	}
	return undefined;
}

/** Baseline, extended and progressive frames: what every reader knows. */
const isFrame = (marker: number): boolean => [0xffc0, 0xffc1, 0xffc2].includes(marker);
