import * as z from "zod/mini";
import { mediaType, sha256 } from "./files.ts";

/** Uploads follow tus 1.0 (https://tus.io/protocols/resumable-upload): these are its headers. */
export const TUS_RESUMABLE = "Tus-Resumable";
export const UPLOAD_LENGTH = "Upload-Length";
export const UPLOAD_OFFSET = "Upload-Offset";
export const UPLOAD_METADATA = "Upload-Metadata";
/** Media type of a piece of a file. */
export const UPLOAD_PIECE = "application/offset+octet-stream";

export const uploadId = z.uuid("This is not an upload ID.");

/** What `Upload-Metadata` says about a new upload. */
export const uploadMetadata = z.object({
	/** Of the whole file. The server compares it once the last byte has arrived. */
	sha256,
	/** Left out: not known. */
	type: z.optional(mediaType),
});
