const HEIC = ["heic", "heix", "heim", "heis", "hevc", "hevx"];
const HEIF = ["mif1", "msf1"];
const AVIF = ["avif", "avis"];

/**
 * What kind of photo these bytes are; null if none that we know. Browsers go by the file's name, and many systems have no type for HEIC,
 * so a phone's photo would be taken for a file, with the place it was taken at.
 */
export function pictureType(bytes: ArrayBuffer): string | null {
	const start = new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength));
	const text = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to));
	if (text(0, 3) === "\u00ff\u00d8\u00ff") return "image/jpeg";
	if (text(0, 4) === "\u0089PNG") return "image/png";
	if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
	if (text(4, 8) !== "ftyp") return null;
	const brand = text(8, 12);
	if (HEIC.includes(brand)) return "image/heic";
	if (HEIF.includes(brand)) return "image/heif";
	return AVIF.includes(brand) ? "image/avif" : null;
}
