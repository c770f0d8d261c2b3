import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";

/** Most files of one piece of evidence. */
export const FILES_LIMIT = 50;
/** Most bytes of a thumbnail. */
export const THUMBNAIL_BYTES = 60_000;
const NAME_LIMIT = 200;

/** SHA-256 in hex of a file's bytes: the file's name within a workspace. */
export const sha256 = z
	.string("Please give the file’s SHA-256.")
	.check(atMost(64, "This is not a SHA-256."), z.regex(/^[0-9a-f]{64}$/, "This is not a SHA-256 in lower-case hex."));

/** Characters that cannot be stored, change how a text reads (directions), or belong to a path. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\p{Cs}/\\]+/gu;

/** A file's name for display: one line, without a path, and without characters that change how it reads. Untrusted text. */
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

/** A file as a request names it. Its bytes are uploaded before, or after the server has asked for them. */
export const attachedFile = z.strictObject({
	sha256,
	/** Bytes. */
	size: z.int("Please give the file’s size in bytes.").check(z.positive("The file is empty.")),
	/** What the device says it is. The server checks the bytes. */
	type: mediaType,
	name: fileName,
	/**
	 * SHA-256 of its thumbnail, for lists: a JPEG, PNG or WebP of at most THUMBNAIL_BYTES, uploaded like a file. What is covered in
	 * the file is covered here too, and there is no camera metadata. Left out if there is none.
	 */
	thumbnail: z.optional(sha256),
	/** Parts of the picture were covered on the device, before it was sent. Left out if none were. */
	redacted: z.optional(z.literal(true, "A file is redacted, or this is left out.")),
});
export type AttachedFile = z.infer<typeof attachedFile>;
