import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { sha256 } from "#contract/evidence/files.ts";

/**
 * The media type of a sealed upload: an age v1 file (https://age-encryption.org/v1) with the workspace's recipient as its only one.
 * The server opens it once the last byte has arrived, and stores the content.
 */
export const SEALED_FILE = "application/vnd.age";

/** How a workspace's devices store what they capture. */
export const sealing = z.object({
	/** The age X25519 recipient to which devices encrypt. Only the server can open what is sealed to it. */
	recipient: z.string().check(z.regex(/^age1[02-9ac-hj-np-z]{58}$/)),
	/**
	 * Whether every device must seal what waits to be sent, and keep data for offline reading only under a lock. If not, each
	 * person decides.
	 */
	required: z.boolean(),
});
export type Sealing = z.infer<typeof sealing>;

/** `POST sealed/`: a request that was sealed when it was made. It is answered like the request inside. */
export const sealedRequest = z.strictObject({
	/** An age v1 file with the JSON of `sealedContent`, in base64. */
	sealed: z
		.string("Please give the sealed request as text.")
		.check(atMost(100_000, "That is too long."), z.regex(/^[A-Za-z0-9+/]+={0,2}$/, "This is not base64.")),
});
export type SealedRequest = z.infer<typeof sealedRequest>;

/** What is in a sealed request. */
export const sealedContent = z.strictObject({
	/** Which call it is: a SealableKind. */
	kind: z.string("Each request needs a kind."),
	/** Its JSON body. */
	body: z.unknown(),
	/** Its files: the SHA-256 that the body names, mapped to the SHA-256 of the uploaded sealed file. */
	files: z.optional(z.record(sha256, sha256)),
});
export type SealedContent = z.infer<typeof sealedContent>;
