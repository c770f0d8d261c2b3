import { groundOf, isBlank, type Picture, shrunk } from "./picture.ts";
import { pngFile } from "./png-file.ts";
import { readJpeg } from "./read-jpeg.ts";
import { readPng } from "./read-png.ts";

/** A workspace's logo as it was uploaded. Untrusted bytes. */
export type LogoFile = { type: "image/png" | "image/jpeg"; bytes: Buffer };

/** A logo that is safe to show: all that is left of the uploaded file is its pixels, or a JPEG's own image data. */
export type Logo = {
	type: LogoFile["type"];
	bytes: Buffer;
	/** The contents of the file. */
	picture: { kind: "pixels"; pixels: Picture } | { kind: "jpeg"; isGray: boolean; width: number; height: number };
	/** In CSS pixels or points: fitted to its box, with its own proportions. */
	width: number;
	height: number;
	/** A light logo without its own background needs a dark one. */
	ground: "light" | "dark";
};

/** `unpacked`: how many pixels were unpacked to read it. */
export type ReadLogo = ({ ok: true; logo: Logo } | { ok: false; because: string }) & { unpacked: number };

/** How much of a page a logo may take up. */
const BOX = { width: 180, height: 42 };
/** Pixels of the file per pixel of the box: enough for paper and for high-resolution screens. */
const DENSITY = 3;

export const LOGO_LIMITS = { bytes: 2_000_000, pixels: 4_000_000, leastSide: 16 };

/** Reads a logo and scales it down. One that cannot be shown correctly is not shown at all. */
export function readLogo(file: LogoFile): ReadLogo {
	if (file.bytes.length > LOGO_LIMITS.bytes) return { ok: false, because: "it is larger than 2 MB", unpacked: 0 };
	return readPicture(file, BOX);
}

/** Reads a picture in the same way as a logo, for its own box. A picture with more than this many `pixels` is not unpacked. */
export const readPicture = ({ type, bytes }: LogoFile, box: Size, pixels = LOGO_LIMITS.pixels): ReadLogo =>
	type === "image/png" ? ofPng(bytes, box, pixels) : ofJpeg(bytes, box, pixels);

type Size = { width: number; height: number };

function ofPng(bytes: Buffer, box: Size, most: number): ReadLogo {
	let unpacked = 0;
	const read = readPng(bytes, (size) => {
		const because = sizeFault(size, most);
		if (because === undefined) unpacked = size.width * size.height;
		return because;
	});
	if (!read.ok) return { ...read, unpacked };
	if (isBlank(read.picture)) return { ok: false, because: "it is fully transparent", unpacked };
	const size = inBox(read.picture, box);
	const pixels = shrunk(read.picture, {
		width: Math.max(1, Math.round(size.width * DENSITY)),
		height: Math.max(1, Math.round(size.height * DENSITY)),
	});
	return {
		ok: true,
		unpacked,
		logo: {
			type: "image/png",
			bytes: pngFile(pixels),
			picture: { kind: "pixels", pixels },
			...size,
			ground: groundOf(pixels),
		},
	};
}

/** A JPEG is never unpacked. */
function ofJpeg(file: Buffer, box: Size, most: number): ReadLogo {
	const unpacked = 0;
	const read = readJpeg(file);
	if (!read.ok) return { ...read, unpacked };
	const { bytes, width, height, isGray } = read;
	const because = sizeFault({ width, height }, most);
	if (because) return { ok: false, because, unpacked };
	const picture = { kind: "jpeg", isGray, width, height } as const;
	return {
		ok: true,
		unpacked,
		logo: { type: "image/jpeg", bytes, picture, ...inBox({ width, height }, box), ground: "light" },
	};
}

function sizeFault({ width, height }: Size, most: number): string | undefined {
	const { leastSide } = LOGO_LIMITS;
	if (width < leastSide || height < leastSide) return `it is smaller than ${leastSide} pixels`;
	return width * height > most ? `it has more than ${most / 1_000_000} million pixels` : undefined;
}

/** As large as the box allows, but never larger than its pixels. */
function inBox({ width, height }: Size, box: Size): Size {
	const scale = Math.min(box.width / width, box.height / height, 1);
	const scaled = (side: number) => Math.max(1, Math.round(side * scale * 10) / 10);
	return { width: scaled(width), height: scaled(height) };
}
