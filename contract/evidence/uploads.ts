import * as z from "zod/mini";
import { mediaType, sha256 } from "./files.ts";

// Header names from tus 1.0 (https://tus.io/protocols/resumable-upload), which uploads follow.
export const TUS_RESUMABLE = "Tus-Resumable";
export const UPLOAD_LENGTH = "Upload-Length";
export const UPLOAD_OFFSET = "Upload-Offset";
export const UPLOAD_METADATA = "Upload-Metadata";
/** Content type of each request that carries a part of the file. */
export const UPLOAD_PIECE = "application/offset+octet-stream";

export const uploadId = z.uuid("This is not an upload ID.");

/** What `Upload-Metadata` says about a new upload. */
export const uploadMetadata = z.object({
	/** Hash of the whole file. The server verifies it once the last byte has arrived. */
	sha256,
	/** Omitted if unknown. */
	type: z.optional(mediaType),
});
