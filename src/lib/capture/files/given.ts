import * as z from "zod/mini";
import { FILES_LIMIT, fileName, mediaType } from "#contract/evidence/files.ts";
import { sizeText } from "#contract/format/size.ts";
import { isPhoto } from "./picture-size.ts";
import { pictureType } from "./picture-type.ts";

/** A file as the user added it, with a copy of its bytes: iOS empties the file itself a moment later. */
export type Given = {
	name: string;
	/** A media type without parameters. */
	type: string;
	bytes: ArrayBuffer;
};

/** The maximum size of a saved file, in bytes. */
export const FILE_LIMIT = 25_000_000;
/** The maximum size of a photo before resizing, in bytes: a larger one would not fit in a phone's memory. */
const PHOTO_LIMIT = 100_000_000;

const ANYTHING = "application/octet-stream";

/** `audio/webm;codecs=opus` is `audio/webm`. Anything that is not a media type becomes the generic type. */
export function plainType(type: string): string {
	const [plain = ""] = type.toLowerCase().split(";");
	const read = z.safeParse(mediaType, plain.trim());
	return read.success ? read.data : ANYTHING;
}

/** A name that the server accepts. */
export function plainName(name: string): string {
	const read = z.safeParse(fileName, name);
	return read.success ? read.data : "File";
}

export const tooLarge = (name: string, bytes: number): string =>
	`“${name}” has ${sizeText(bytes)}. A file can have at most ${sizeText(FILE_LIMIT)}.`;

/** Why a file cannot be added, with its name; null if it can. */
function whyNot(name: string, type: string, bytes: number): string | null {
	if (bytes === 0) return `“${name}” is empty, so it was not added.`;
	if (isPhoto(type)) return bytes > PHOTO_LIMIT ? `${tooLarge(name, bytes)} It was not added.` : null;
	return bytes > FILE_LIMIT ? `${tooLarge(name, bytes)} It was not added.` : null;
}

/** The names browsers give a photo that was just taken and a pasted picture. */
const NAMELESS = /^(image|blob|file)?(\.[a-z0-9]+)?$/i;

type Reading = { given: Promise<Given>[]; refused: string[] };

/**
 * Starts copying the bytes of files right away, in the handler that received them. `has`: how many files the evidence already has.
 * `called`: the name for a file without one.
 */
export function readGiven(files: readonly File[], has: number, called: string): Reading {
	const reading: Reading = { given: [], refused: [] };
	for (const file of files) {
		const type = plainType(file.type);
		const ending = /\.[a-z0-9]+$/i.exec(file.name)?.[0] ?? "";
		const name = plainName(NAMELESS.test(file.name) ? `${called}${ending}` : file.name);
		const refused =
			has + reading.given.length >= FILES_LIMIT
				? `“${name}” was not added: one piece of evidence can have at most ${FILES_LIMIT} files.`
				: whyNot(name, type, file.size);
		if (refused !== null) {
			reading.refused.push(refused);
			continue;
		}
		reading.given.push(file.arrayBuffer().then((bytes) => ({ name, type: pictureType(bytes) ?? type, bytes })));
	}
	return reading;
}
