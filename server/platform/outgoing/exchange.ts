import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { open, reasonOf, type Unanswered } from "./open.ts";
import type { CheckedAddress } from "./place.ts";

/** An answer, or why there is no usable one. */
export type Exchanged =
	| { status: "answered"; code: number; headers: IncomingHttpHeaders; body: string }
	| { status: "failed"; why: Unanswered | "too-large" };

type Asked = {
	method: "GET" | "POST" | "PUT" | "PATCH";
	headers: Record<string, string | number>;
	/** Undefined: none. */
	body?: string | Buffer;
	/** For the whole exchange, from the connection to the end of the answer. */
	timeoutMs: number;
	maxAnswerBytes: number;
	/**
	 * Whether the start of an answer is enough: a longer one is cut, and one that breaks off counts as far as it came. With 0 bytes, only
	 * its head is read.
	 */
	cut?: boolean;
	/** Accepts any certificate: only where no secret is sent. */
	anyCertificate?: boolean;
};

/**
 * Sends a request to a checked address and reads the answer, in a connection of its own. Redirects are not followed: they would bypass
 * the guard. Never rejects or throws, whatever the other side sends: any error becomes this exchange's failure.
 */
export function exchange(
	place: CheckedAddress,
	{ method, headers, body = "", timeoutMs, maxAnswerBytes, cut = false, anyCertificate = false }: Asked,
): Promise<Exchanged> {
	return new Promise((resolve) => {
		const outgoing = open(place, { method, headers, body: Buffer.from(body), timeoutMs, anyCertificate });
		let soFar: (() => Exchanged) | undefined;
		const failWith = (why: Unanswered | "too-large") => {
			resolve({ status: "failed", why });
			outgoing.destroy();
		};
		/** Without this, an error in a listener would end the process. */
		const on =
			<Heard extends unknown[]>(listener: (...heard: Heard) => void) =>
			(...heard: Heard): void => {
				try {
					listener(...heard);
				} catch {
					failWith("connection");
				}
			};
		const finish = () => {
			if (soFar) resolve(soFar());
			outgoing.destroy();
		};
		const broke = on((error: Error) => (cut && soFar ? finish() : failWith(reasonOf(error))));
		outgoing.on("error", broke);
		outgoing.once(
			"upgrade",
			on((_response: IncomingMessage, socket: Duplex) => {
				socket.destroy();
				failWith("connection");
			}),
		);
		outgoing.once(
			"response",
			on((response: IncomingMessage) => {
				const parts: Buffer[] = [];
				let length = 0;
				soFar = () => ({
					status: "answered",
					code: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(parts).subarray(0, maxAnswerBytes).toString("utf8"),
				});
				response.on("error", broke);
				response.once("end", on(finish));
				if (cut && maxAnswerBytes === 0) return finish();
				response.on(
					"data",
					on((part: Buffer) => {
						parts.push(part);
						length += part.length;
						if (cut && length >= maxAnswerBytes) finish();
						else if (length > maxAnswerBytes) failWith("too-large");
					}),
				);
			}),
		);
		outgoing.end(body);
	});
}
