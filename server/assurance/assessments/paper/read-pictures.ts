import { type Logo, type LogoFile, readPicture } from "#server/platform/files/pictures/logo.ts";
import { asBuffer } from "#server/platform/off-loop/as-buffer.ts";
import type { PaperData, PaperSource } from "./paper-data.ts";

/** How much of a page a picture takes up. */
const PICTURE_BOX = { width: 150, height: 112 };
/** The most pixels that are unpacked for one picture, and for a whole PDF. Pictures beyond that are named and not shown. */
const PICTURE_PIXELS = 2_000_000;
const PAPER_PIXELS = 30_000_000;

/** The files of a PDF with their pictures as paper shows them, each unpacked once however often it appears. */
export function readPictures(files: PaperSource["files"]): PaperData["files"] {
	let left = PAPER_PIXELS;
	const known = new Map<Uint8Array, Logo | null>();
	const pictureOf = ({ type, bytes }: LogoFile): Logo | null => {
		const before = known.get(bytes);
		if (before !== undefined) return before;
		const read = readPicture({ type, bytes: asBuffer(bytes) }, PICTURE_BOX, Math.min(PICTURE_PIXELS, left));
		left -= read.unpacked;
		const picture = read.ok ? read.logo : null;
		known.set(bytes, picture);
		return picture;
	};
	return new Map(
		[...files].map(([evidence, parts]) => [
			evidence,
			parts.map(({ name, file }) => ({ name, picture: file && pictureOf(file) })),
		]),
	);
}
