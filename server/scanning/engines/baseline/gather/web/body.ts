import type { IncomingMessage } from "node:http";
import type { RawBody } from "../../evidence.ts";
import { explain, type Failure } from "../failure.ts";

/** Reads an answer's body up to `limit` bytes. Never rejects: a body that breaks off is a result. */
export async function readBody(
	response: IncomingMessage,
	limit: number,
	failureByTime: () => Failure | undefined,
	seconds: number,
): Promise<RawBody> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of response) {
			chunks.push(chunk);
			length += chunk.length;
			// Leaving the loop destroys the response, so we never receive the rest.
			if (length > limit) break;
		}
	} catch {
		const failure = failureByTime();
		return {
			status: "unread",
			reason: failure ? explain(failure, seconds) : "the connection was closed before its end",
		};
	}
	return { status: length > limit ? "cut" : "whole", bytes: Buffer.concat(chunks).subarray(0, limit) };
}
