import { brotliDecompressSync, constants, gunzipSync, inflateSync } from "node:zlib";
import type { Exchange, RawBody } from "../../evidence.ts";

/** A body as text. */
export type Body = { status: "whole" | "cut"; text: string } | { status: "unread"; reason: string };

/** Unpacks a body of at most `limit` bytes and decodes it to text, according to its headers. Pure. */
export function decodeBody(body: RawBody, headers: Exchange["headers"], limit: number): Body {
	if (body.status === "unread") return body;
	const plain = decompress(body, headers.get("content-encoding")?.join(",") ?? "identity", UNPACKED * limit);
	if (plain === "too-long")
		return { status: "unread", reason: `it is longer than ${(UNPACKED * limit) / 1_000_000} MB when unpacked` };
	if (!plain) return { status: "unread", reason: "it could not be unpacked as its Content-Encoding says" };
	const isCut = body.status === "cut" || plain.length > limit;
	return { status: isCut ? "cut" : "whole", text: toText(plain.subarray(0, limit), contentTypeOf(headers) ?? "") };
}

/** How many times the limit a body may have when it is unpacked. What is beyond the limit is not read. */
const UNPACKED = 4;

/** The last of several values counts; empty ones and wildcards do not (Fetch standard, "extract a MIME type"). */
export const contentTypeOf = (headers: Exchange["headers"]): string | undefined =>
	headers
		.get("content-type")
		?.join(",")
		// Not at a comma in quotes, which may never end.
		.match(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g)
		?.findLast((value) => value.includes("/") && !value.includes("*/*"));

/** We ask for an uncompressed answer; some servers compress it anyway. `maxOutputLength` stops decompression bombs. */
function decompress(
	{ bytes, status }: Extract<RawBody, { bytes: Uint8Array }>,
	encoding: string,
	limit: number,
): Uint8Array | "too-long" | undefined {
	// Of what was cut, the beginning can be unpacked.
	const isCut = status === "cut";
	const zlib = { maxOutputLength: limit, ...(isCut ? { finishFlush: constants.Z_SYNC_FLUSH } : {}) };
	try {
		switch (encoding.trim().toLowerCase()) {
			case "identity":
			case "":
				return bytes;
			case "gzip":
			case "x-gzip":
				return gunzipSync(bytes, zlib);
			case "deflate":
				return inflateSync(bytes, zlib);
			case "br":
				return brotliDecompressSync(bytes, {
					maxOutputLength: limit,
					...(isCut ? { finishFlush: constants.BROTLI_OPERATION_FLUSH } : {}),
				});
			default:
				return undefined;
		}
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE" ? "too-long" : undefined;
	}
}

/** A byte order mark counts before what the headers say (Encoding standard, "decode"). */
const MARKS: [bytes: number[], label: string][] = [
	[[0xef, 0xbb, 0xbf], "utf-8"],
	[[0xfe, 0xff], "utf-16be"],
	[[0xff, 0xfe], "utf-16le"],
];

function toText(bytes: Uint8Array, contentType: string): string {
	const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
	const label = marked ?? /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		// An unknown label is the server's mistake; browsers also keep reading.
		return new TextDecoder().decode(bytes);
	}
}
