import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";

/** The bytes of a request whose body is a file, never more than `most` of them; undefined if it is something else. */
export async function readFileBody(
	{ body, headers }: FastifyRequest,
	most: number,
): Promise<Buffer | "too_large" | undefined> {
	if (!(body instanceof Readable)) return undefined;
	if (Number(headers["content-length"]) > most) return "too_large";
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.length;
		if (length > most) return "too_large";
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The media type of a request's body without its parameters, in lower case. */
export const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
	headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
