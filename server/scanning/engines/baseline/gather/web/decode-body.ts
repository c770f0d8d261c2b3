import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Exchange, RawBody } from "../../evidence.ts";

/** A body as text. */
export type Body = { status: "whole" | "cut"; text: string } | { status: "unread"; reason: string };

/** Unpacks a body of at most `limit` bytes and decodes it to text, according to its headers. Pure. */
export function decodeBody(body: RawBody, headers: Exchange["headers"], limit: number): Body {
	if (body.status === "unread") return body;
	const plain = decompress(body.bytes, headers.get("content-encoding")?.join(",") ?? "identity", limit);
	if (!plain) return { status: "unread", reason: "it could not be unpacked as its Content-Encoding says" };
	return { status: body.status, text: toText(plain, contentTypeOf(headers) ?? "") };
}

/** The last of several values counts; empty ones and wildcards do not (Fetch standard, "extract a MIME type"). */
export const contentTypeOf = (headers: Exchange["headers"]): string | undefined =>
	headers
		.get("content-type")
		?.join(",")
		// Not at a comma in quotes, which may never end.
		.match(/(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])+/g)
		?.findLast((value) => value.includes("/") && !value.includes("*/*"));

/** We ask for an uncompressed answer; some servers compress it anyway. `maxOutputLength` stops decompression bombs. */
function decompress(bytes: Uint8Array, encoding: string, limit: number): Uint8Array | undefined {
	try {
		switch (encoding.trim().toLowerCase()) {
			case "identity":
			case "":
				return bytes;
			case "gzip":
			case "x-gzip":
				return gunzipSync(bytes, { maxOutputLength: limit });
			case "deflate":
				return inflateSync(bytes, { maxOutputLength: limit });
			case "br":
				return brotliDecompressSync(bytes, { maxOutputLength: limit });
			default:
				return undefined;
		}
	} catch {
		return undefined;
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
