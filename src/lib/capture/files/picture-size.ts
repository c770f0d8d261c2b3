import type { Size } from "../covers/box.ts";

/** The longest side of a picture that is saved, in pixels: enough to read a label, and a tenth of what a phone's camera writes. */
export const LONGEST_SIDE = 2_560;

/** Text stays sharp, and a photo becomes a tenth of its size. */
export const QUALITY = 0.85;

/** A thumbnail, in pixels: twice what a list shows, for sharp screens. About 10 kB. Of a JPEG it is one, which a PDF can hold. */
export const THUMBNAIL = { side: 320, quality: 0.7 } as const;

/** The same shape, with no side longer than that. Never larger than it is. */
export function fitWithin({ width, height }: Size, side: number): Size {
	const by = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}

/** Drawings with scripts and pictures that move would lose what they are. */
const NOT_REDRAWN = new Set(["image/svg+xml", "image/gif"]);

export const isPhoto = (type: string): boolean => type.startsWith("image/") && !NOT_REDRAWN.has(type);

/**
 * What a picture is written as, the first that the browser can: a photo stays a JPEG, which every program opens. Others may be
 * screenshots, and a JPEG would blur their text.
 */
export const writtenAs = (type: string): readonly string[] =>
	type === "image/jpeg" ? ["image/jpeg"] : ["image/webp", "image/jpeg"];

const ENDINGS: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/webp": "webp" };

/** A file's name after it was written as another type: `photo.heic` becomes `photo.jpg`. */
export function renamed(name: string, type: string): string {
	const ending = ENDINGS[type];
	if (ending === undefined || (ending === "jpg" && /\.jpe?g$/i.test(name))) return name;
	if (name.toLowerCase().endsWith(`.${ending}`)) return name;
	return `${name.replace(/\.[a-z0-9]{1,5}$/i, "")}.${ending}`;
}
