import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";

/** A request whose body is a file: what reads its bytes, never more than `most` of them; undefined if it is something else. */
export function fileBodyOf(
	{ body, headers }: FastifyRequest,
	most: number,
): (() => Promise<Buffer | "too_large">) | undefined {
	if (!(body instanceof Readable)) return undefined;
	return async () => {
		if (Number(headers["content-length"]) > most) return "too_large";
		const chunks: Buffer[] = [];
		let length = 0;
		for await (const chunk of body) {
			length += chunk.length;
			if (length > most) return "too_large";
			chunks.push(chunk);
		}
		return Buffer.concat(chunks);
	};
}

/** The same, read at once. */
export const readFileBody = async (request: FastifyRequest, most: number): Promise<Buffer | "too_large" | undefined> =>
	fileBodyOf(request, most)?.();

/** The media type of a request's body without its parameters, in lower case. */
export const mediaTypeOf = ({ headers }: FastifyRequest): string | undefined =>
	headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
