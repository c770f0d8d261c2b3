import type { AttachedFile } from "#contract/evidence/files.ts";
import type { Box } from "../covers/box.ts";
import { FILE_LIMIT, type Given, tooLarge } from "./given.ts";
import { isPhoto, LONGEST_SIDE, renamed } from "./picture-size.ts";
import type { Redrawn } from "./redraw.ts";

/** A file as it will be saved. */
export type MadeFile = AttachedFile & { bytes: ArrayBuffer };

/** How a given file will be saved, if it can be. */
export type Made =
	| { status: "making" }
	/** `unread`: a photo that this browser cannot open, so it is as it was given, with what the camera wrote into it. */
	| { status: "made"; file: MadeFile; how: "as-given" | "redrawn" | "unread" }
	/** It cannot be saved like this. */
	| { status: "refused"; message: string };

export type MakeOptions = { keepOriginal: boolean; covers: readonly Box[] };

export type MakeDeps = {
	redraw(bytes: ArrayBuffer, asked: { type: string; side: number; covers: readonly Box[] }): Promise<Redrawn | null>;
	/** SHA-256 in hex. */
	hash(bytes: ArrayBuffer): Promise<string>;
};

/** Makes the file that is saved of one that was given: photos smaller and without what the camera wrote into them, unless asked otherwise. */
export async function makeFile(
	{ name, type, bytes }: Given,
	{ keepOriginal, covers }: MakeOptions,
	{ redraw, hash }: MakeDeps,
): Promise<Made> {
	const asGiven = { name, type, bytes };
	const made = async (file: Given, how: "as-given" | "redrawn" | "unread"): Promise<Made> => {
		if (file.bytes.byteLength > FILE_LIMIT) {
			return { status: "refused", message: tooLarge(file.name, file.bytes.byteLength) };
		}
		const sha256 = await hash(file.bytes);
		return { status: "made", how, file: { ...file, sha256, size: file.bytes.byteLength } };
	};
	if (!isPhoto(type) || (keepOriginal && covers.length === 0)) return made(asGiven, "as-given");
	const side = keepOriginal ? Number.POSITIVE_INFINITY : LONGEST_SIDE;
	const redrawn = await redraw(bytes, { type, side, covers });
	if (redrawn) return made({ ...redrawn, name: renamed(name, redrawn.type) }, "redrawn");
	// Saved as it is, it would show what its person wants covered.
	if (covers.length > 0)
		return { status: "refused", message: `“${name}” could not be covered, so it cannot be saved.` };
	return made(asGiven, "unread");
}
