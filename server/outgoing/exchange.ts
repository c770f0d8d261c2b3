import type { IncomingHttpHeaders } from "node:http";
import { open, reasonOf, type Unanswered } from "./open.ts";
import type { Place } from "./place.ts";

/** A whole answer, or why there is none that can be used. */
export type Exchanged =
	| { status: "answered"; code: number; headers: IncomingHttpHeaders; body: string }
	| { status: "failed"; why: Unanswered | "too-large" };

type Asked = {
	method: "GET" | "POST" | "PUT" | "PATCH";
	headers: Record<string, string>;
	/** Undefined: none. */
	body?: string;
	timeoutMs: number;
	maxAnswerBytes: number;
};

/**
 * Asks a checked address and reads its whole answer, in a connection of its own. Redirects are not followed: they would lead past
 * the guard. Never rejects.
 */
export function exchange(
	place: Place,
	{ method, headers, body = "", timeoutMs, maxAnswerBytes }: Asked,
): Promise<Exchanged> {
	return new Promise((resolve) => {
		const outgoing = open(place, { method, headers, body: Buffer.from(body), timeoutMs });
		const fail = (error: Error) => resolve({ status: "failed", why: reasonOf(error) });
		outgoing.on("error", fail);
		outgoing.once("upgrade", (_response, socket) => {
			socket.destroy();
			resolve({ status: "failed", why: "connection" });
		});
		outgoing.once("response", (response) => {
			const parts: Buffer[] = [];
			let length = 0;
			response.on("error", fail);
			response.on("data", (part: Buffer) => {
				parts.push(part);
				length += part.length;
				if (length <= maxAnswerBytes) return;
				resolve({ status: "failed", why: "too-large" });
				outgoing.destroy();
			});
			response.once("end", () =>
				resolve({
					status: "answered",
					code: response.statusCode ?? 0,
					headers: response.headers,
					body: Buffer.concat(parts).toString("utf8"),
				}),
			);
		});
		outgoing.end(body);
	});
}
