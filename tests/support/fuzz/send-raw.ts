import { request } from "node:http";

export type RawRequest = {
	method: string;
	/** Exactly as sent: nothing is encoded or resolved. */
	path: string;
	headers: Record<string, string>;
	body?: Buffer | undefined;
};
export type RawAnswer = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

/** Only stops a request that hangs. */
const LONGEST_MS = 60_000;

/** Sends a request that `fetch` would clean up or refuse. Of an event stream, only the first event is read. */
export function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(url);
		// Node adds none for methods that seldom have a body.
		const sized = body ? { ...headers, "Content-Length": String(body.length) } : headers;
		const outgoing = request(
			{ hostname, port, method, path, headers: sized, agent: false, timeout: LONGEST_MS },
			(response) => {
				const chunks: Buffer[] = [];
				const done = () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers,
						text: Buffer.concat(chunks).toString(),
					});
				response.on("data", (chunk: Buffer) => {
					chunks.push(chunk);
					if (!response.headers["content-type"]?.startsWith("text/event-stream")) return;
					done();
					response.destroy();
				});
				// If even the request's method could not be read, there is a body after the head.
				if (method === "HEAD") done();
				response.on("end", done).on("error", reject);
			},
		);
		outgoing.on("timeout", () => outgoing.destroy(new Error(`${method} ${path} had no answer for a minute`)));
		outgoing.on("error", reject);
		outgoing.end(body);
	});
}

const UNRESERVED = /[\w.~-]/;
/** Percent-encodes every byte that a path cannot hold, even in texts that `encodeURIComponent` refuses. */
export const encoded = (text: string): string =>
	[...Buffer.from(text)]
		.map((byte) => {
			const character = String.fromCharCode(byte);
			return UNRESERVED.test(character) ? character : `%${byte.toString(16).padStart(2, "0")}`;
		})
		.join("");
