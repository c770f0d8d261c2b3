import type { Size } from "../covers/box.ts";

/** The longest side of a saved picture, in pixels: enough to read a label, at a tenth of the size a phone's camera produces. */
export const LONGEST_SIDE = 2_560;

/** Text stays sharp, and a photo shrinks to a tenth of its size. */
export const QUALITY = 0.85;

/**
 * A thumbnail, in pixels: twice what a list shows, for sharp screens. About 10 kB. A JPEG's thumbnail is a JPEG too, which a PDF can embed.
 */
export const THUMBNAIL = { side: 320, quality: 0.7 } as const;

/** The same aspect ratio, with no side longer than the limit. Never enlarged. */
export function fitWithin({ width, height }: Size, side: number): Size {
	const by = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}

/** Redrawing would break vector images with scripts and animated pictures. */
const NOT_REDRAWN = new Set(["image/svg+xml", "image/gif"]);

export const isPhoto = (type: string): boolean => type.startsWith("image/") && !NOT_REDRAWN.has(type);

/**
 * The output types for a picture; the first one the browser supports is used. A photo stays a JPEG, which every program opens. Others may
 * be screenshots, and a JPEG would blur their text.
 */
export const writtenAs = (type: string): readonly string[] =>
	type === "image/jpeg" ? ["image/jpeg"] : ["image/webp", "image/jpeg"];

const ENDINGS: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/webp": "webp" };

/** A file's name after conversion to another type: `photo.heic` becomes `photo.jpg`. */
export function renamed(name: string, type: string): string {
	const ending = ENDINGS[type];
	if (ending === undefined || (ending === "jpg" && /\.jpe?g$/i.test(name))) return name;
	if (name.toLowerCase().endsWith(`.${ending}`)) return name;
	return `${name.replace(/\.[a-z0-9]{1,5}$/i, "")}.${ending}`;
}
