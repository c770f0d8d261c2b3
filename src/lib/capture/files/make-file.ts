import { type AttachedFile, THUMBNAIL_BYTES } from "#contract/evidence/files.ts";
import type { Attachment } from "#src/outbox/files/attachment.ts";
import type { Box } from "../covers/box.ts";
import { FILE_LIMIT, type Given, tooLarge } from "./given.ts";
import { isPhoto, LONGEST_SIDE, QUALITY, renamed, THUMBNAIL, writtenAs } from "./picture-size.ts";
import type { Asked, Redrawn } from "./redraw.ts";
import { withoutPosition } from "./without-position.ts";

/** A file as it will be saved. */
export type MadeFile = AttachedFile & { bytes: ArrayBuffer };
/** A file as it is stored on the device. */
export type SavedFile = Attachment & { bytes: ArrayBuffer };

type How = "as-given" | "redrawn" | "unplaced" | "unread";

/** How an added file will be saved, if it can be. */
export type Made =
	| { status: "making" }
	/**
	 * A photo this browser cannot open keeps the camera's metadata. `unplaced`: without the position it was taken at. `unread`: the position
	 * may still be in it.
	 */
	| { status: "made"; file: MadeFile; how: How; thumbnail?: SavedFile }
	/** It cannot be saved as it is. */
	| { status: "refused"; message: string };

export type MakeOptions = { keepOriginal: boolean; covers: readonly Box[] };

export type MakeDeps = {
	redraw(bytes: ArrayBuffer, asked: Asked): Promise<Redrawn | null>;
	/** SHA-256 in hex. */
	hash(bytes: ArrayBuffer): Promise<string>;
};

/** Turns an added file into the one to save: photos get smaller and lose the camera's metadata, unless the user asks otherwise. */
export async function makeFile(
	{ name, type, bytes }: Given,
	{ keepOriginal, covers }: MakeOptions,
	deps: MakeDeps,
): Promise<Made> {
	const { redraw, hash } = deps;
	const asGiven = { name, type, bytes };
	const made = async (file: Given, how: How): Promise<Made> => {
		if (file.bytes.byteLength > FILE_LIMIT) {
			return { status: "refused", message: tooLarge(file.name, file.bytes.byteLength) };
		}
		const sha256 = await hash(file.bytes);
		const thumbnail = await makeThumbnail(file, deps);
		const isRedacted = covers.length > 0 && how === "redrawn";
		const saved = { ...file, sha256, size: file.bytes.byteLength, ...(isRedacted && { redacted: true as const }) };
		if (!thumbnail) return { status: "made", how, file: saved };
		return { status: "made", how, file: { ...saved, thumbnail: thumbnail.sha256 }, thumbnail };
	};
	if (!isPhoto(type) || (keepOriginal && covers.length === 0)) return made(asGiven, "as-given");
	const side = keepOriginal ? Number.POSITIVE_INFINITY : LONGEST_SIDE;
	const redrawn = await redraw(bytes, { type, side, covers, as: writtenAs(type), quality: QUALITY });
	if (redrawn) return made({ ...redrawn, name: renamed(name, redrawn.type) }, "redrawn");
	// Saved unchanged, it would show what the user wants covered.
	if (covers.length > 0)
		return { status: "refused", message: `“${name}” could not be covered, so it cannot be saved.` };
	const unplaced = withoutPosition(bytes);
	return unplaced ? made({ ...asGiven, bytes: unplaced }, "unplaced") : made(asGiven, "unread");
}

/** A thumbnail of a file as it will be saved, covers included. Null if none is small enough. */
async function makeThumbnail({ name, type, bytes }: Given, { redraw, hash }: MakeDeps): Promise<SavedFile | null> {
	if (!type.startsWith("image/")) return null;
	const drawn = await redraw(bytes, { ...THUMBNAIL, as: writtenAs(type), type, covers: [] });
	if (!drawn || drawn.bytes.byteLength > THUMBNAIL_BYTES) return null;
	return { ...drawn, name, size: drawn.bytes.byteLength, sha256: await hash(drawn.bytes) };
}
