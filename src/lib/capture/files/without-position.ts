/** The pointer to the GPS directory (Exif 2.32, 4.6.3). */
const GPS = 0x8825;
const ENTRY = 12;
/** The standard has 32 tags about the position. */
const MOST = 64;
/** Bytes of one value, by its type (TIFF 6.0). */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * A copy of a picture that this browser cannot open, in which the GPS directory of its Exif data is blank; null if there is none to be
 * found. What else says where it was taken, such as a second copy in XMP, stays: the text of it makes the result null too.
 */
export function withoutPosition(bytes: ArrayBuffer): ArrayBuffer | null {
	const copy = bytes.slice(0);
	const all = new Uint8Array(copy);
	let blanked = false;
	for (let at = indexOf(all, "Exif\0\0", 0); at !== -1; at = indexOf(all, "Exif\0\0", at + 6)) {
		blanked = blankGps(new DataView(copy, at + 6)) || blanked;
	}
	return blanked && indexOf(all, "exif:GPS", 0) === -1 ? copy : null;
}

function indexOf(bytes: Uint8Array, text: string, from: number): number {
	const wanted = [...text].map((letter) => letter.charCodeAt(0));
	const [first = 0] = wanted;
	for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
		if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
	}
	return -1;
}

/** Whether the TIFF data had a GPS directory, which is blank now. */
function blankGps(tiff: DataView): boolean {
	try {
		const order = tiff.getUint16(0);
		const little = order === 0x4949;
		if (!little && order !== 0x4d4d) return false;
		const directory = tiff.getUint32(4, little);
		const count = tiff.getUint16(directory, little);
		for (let index = 0; index < Math.min(count, MOST); index++) {
			const entry = directory + 2 + index * ENTRY;
			if (tiff.getUint16(entry, little) !== GPS) continue;
			blankDirectory(tiff, tiff.getUint32(entry + 8, little), little);
			return true;
		}
	} catch (error) {
		// It points outside the file.
		if (!(error instanceof RangeError)) throw error;
	}
	return false;
}

function blankDirectory(tiff: DataView, at: number, little: boolean): void {
	const count = Math.min(tiff.getUint16(at, little), MOST);
	for (let index = 0; index < count; index++) {
		const entry = at + 2 + index * ENTRY;
		const size = (SIZES[tiff.getUint16(entry + 2, little)] ?? 0) * tiff.getUint32(entry + 4, little);
		if (size > 4) blank(tiff, tiff.getUint32(entry + 8, little), size);
		blank(tiff, entry, ENTRY);
	}
	tiff.setUint16(at, 0);
}

function blank(tiff: DataView, from: number, length: number): void {
	for (let at = from; at < Math.min(from + length, tiff.byteLength); at++) tiff.setUint8(at, 0);
}
