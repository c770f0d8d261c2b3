type Read =
	| { ok: true; bytes: Buffer; width: number; height: number; isGray: boolean }
	| { ok: false; because: string };

const refused = (because: string): Read => ({ ok: false, because });
const DAMAGED = refused("the file is damaged");

/** Baseline, extended and progressive, all with Huffman coding: the kinds that every browser and PDF reader shows. */
const FRAMES = [0xc0, 0xc1, 0xc2];
/** All kinds of frames. 0xc4, 0xc8 and 0xcc are not frames. */
const isFrame = (marker: number) =>
	marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * What a JPEG's header says about it, and the file without its metadata: cameras record where a photo was taken, and color profiles look
 * different in browsers and PDF readers. The image data itself is not decoded: readers show a damaged one as far as they can.
 */
export function readJpeg(file: Buffer): Read {
	if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return DAMAGED;
	const kept = [file.subarray(0, 2)];
	let frame: { width: number; height: number; isGray: boolean } | undefined;
	let hasImage = false;
	for (let at = 2; at + 2 <= file.length; ) {
		if (file[at] !== 0xff) return DAMAGED;
		const marker = file[at + 1] ?? 0;
		// Padding.
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		if (marker === 0xd9) {
			return frame && hasImage ? { ok: true, bytes: Buffer.concat([...kept, END]), ...frame } : DAMAGED;
		}
		if (at + 4 > file.length) return DAMAGED;
		const length = file.readUInt16BE(at + 2);
		const segment = file.subarray(at, at + 2 + length);
		if (length < 2 || segment.length < length + 2) return DAMAGED;
		const content = segment.subarray(4);
		if (isFrame(marker)) {
			if (frame || content.length < 6) return DAMAGED;
			const because = frameFault(marker, content);
			if (because) return refused(because);
			frame = { height: content.readUInt16BE(1), width: content.readUInt16BE(3), isGray: content[5] === 1 };
		}
		if (marker === 0xe1 && isTurned(content)) return refused("it is stored turned; save it upright");
		if (isKept(marker, content)) kept.push(segment);
		at += segment.length;
		if (marker === 0xda) {
			const end = endOfImage(file, at);
			hasImage ||= end > at;
			kept.push(file.subarray(at, end));
			at = end;
		}
	}
	return DAMAGED;
}

const END = Buffer.from([0xff, 0xd9]);

/** The position of the next marker that is not part of image data. */
function endOfImage(file: Buffer, from: number): number {
	for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 2)) {
		const next = file[at + 1] ?? 0;
		const isInside = next === 0 || (next >= 0xd0 && next <= 0xd7);
		if (!isInside) return at;
	}
	return file.length;
}

function frameFault(marker: number, content: Buffer): string | undefined {
	if (!FRAMES.includes(marker)) return "it is a kind of JPEG that few readers show";
	if (content[0] !== 8) return "it has more than 8 bits a color";
	const channels = content[5];
	if (channels === 4) return "its colors are CMYK; save it as RGB";
	return channels === 1 || channels === 3 ? undefined : "its colors are neither gray nor RGB";
}

/** Tables and image data, and the headers that define the colors: JFIF's and Adobe's. No other application data, no comments. */
function isKept(marker: number, content: Buffer): boolean {
	if (marker === 0xe0) return content.toString("latin1", 0, 5) === "JFIF\0";
	if (marker === 0xee) return content.toString("latin1", 0, 5) === "Adobe";
	return !(marker >= 0xe1 && marker <= 0xef) && marker !== 0xfe;
}

/** Whether Exif asks to rotate or mirror it: browsers would, and PDF readers would not. */
function isTurned(content: Buffer): boolean {
	if (content.toString("latin1", 0, 6) !== "Exif\0\0") return false;
	const tiff = content.subarray(6);
	const isLittle = tiff.toString("latin1", 0, 2) === "II";
	const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	if (tiff.length < 8) return false;
	const list = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
	for (let entry = 0; entry < short(list); entry += 1) {
		const at = list + 2 + entry * 12;
		if (short(at) === 0x0112) return short(at + 8) > 1;
	}
	return false;
}
