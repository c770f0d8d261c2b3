import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";

/** Most files of one piece of evidence. */
export const FILES_LIMIT = 50;
/** Most bytes of a thumbnail. */
export const THUMBNAIL_BYTES = 60_000;
const NAME_LIMIT = 200;

/** SHA-256 in hex of a file's bytes: in a workspace it names the file. */
export const sha256 = z
	.string("Please give the file’s SHA-256.")
	.check(atMost(64, "This is not a SHA-256."), z.regex(/^[0-9a-f]{64}$/, "This is not a SHA-256 in lower-case hex."));

/** What cannot be stored, changes how a text reads (directions), or belongs to a path. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu;

/** A file as a person sees it: one line, without a path, and with no characters that make it read differently. Untrusted text. */
export const fileName = z.pipe(
	z.pipe(
		z.string("Please give the file’s name.").check(atMost(1_000, "That file name is too long.")),
		z.transform((name: string) => [...name.replace(NOT_IN_NAMES, " ").trim()].slice(0, NAME_LIMIT).join("")),
	),
	z.string().check(z.minLength(1, "Please give the file’s name.")),
);

/** A media type without parameters, such as `image/jpeg`. */
export const mediaType = z
	.string("Please give the file’s media type.")
	.check(
		atMost(100, "This is not a media type."),
		z.regex(/^[a-z0-9][a-z0-9.+-]*\/[a-z0-9][a-z0-9.+-]*$/, "This is not a media type."),
	);

/** A file as a request names it. Its bytes were uploaded before, or are uploaded after the server has asked for them. */
export const attachedFile = z.strictObject({
	sha256,
	/** Bytes. */
	size: z.int("Please give the file’s size in bytes.").check(z.positive("The file is empty.")),
	/** What the device says that it is. The server looks at the bytes. */
	type: mediaType,
	name: fileName,
	/**
	 * SHA-256 of a small picture of it, for lists: a JPEG, PNG or WebP of at most THUMBNAIL_BYTES, uploaded like a file. With what is
	 * covered in the file covered, and without what the camera wrote. Left out where there is none.
	 */
	thumbnail: z.optional(sha256),
});
export type AttachedFile = z.infer<typeof attachedFile>;
