import type { IncomingMessage } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Body } from "../evidence.ts";
import { explain, type Failure } from "./failure.ts";

/** Reads an answer's body up to `limit` bytes and turns it into text. Never rejects: an unreadable body is a result. */
export async function readBody(
	response: IncomingMessage,
	limit: number,
	failureByTime: () => Failure | undefined,
	seconds: number,
): Promise<Body> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of response) {
			chunks.push(chunk);
			length += chunk.length;
			// Leaving the loop destroys the response, so the rest is never sent to us.
			if (length > limit) break;
		}
	} catch {
		const failure = failureByTime();
		return {
			status: "unread",
			reason: failure ? explain(failure, seconds) : "the connection was closed before its end",
		};
	}
	return decode(Buffer.concat(chunks).subarray(0, limit), length > limit, response, limit);
}

function decode(bytes: Buffer, cut: boolean, response: IncomingMessage, limit: number): Body {
	const plain = decompress(bytes, response.headers["content-encoding"] ?? "identity", limit);
	if (!plain) return { status: "unread", reason: "it could not be unpacked as its Content-Encoding says" };
	return { status: cut ? "cut" : "whole", text: toText(plain, response.headers["content-type"] ?? "") };
}

/** We ask for an unpacked answer; some servers pack it all the same. `maxOutputLength` stops packed bombs. */
function decompress(bytes: Buffer, encoding: string, limit: number): Buffer | undefined {
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

function toText(bytes: Buffer, contentType: string): string {
	const label = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
	try {
		return new TextDecoder(label).decode(bytes);
	} catch {
		// An unknown label is the server's mistake; browsers read on as well.
		return new TextDecoder().decode(bytes);
	}
}
