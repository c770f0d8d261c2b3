import { open, reasonOf, type Unanswered } from "./open.ts";
import type { Place } from "./place.ts";

/** What came back. `failed`: no answer, or none that was worth waiting for. */
export type PostResult =
	| {
			status: "answered";
			code: number;
			/** As sent: seconds or a date. */
			retryAfter: string | undefined;
			/** The beginning of the body, as text. */
			body: string;
	  }
	| { status: "failed"; why: Unanswered };

type PostLimits = {
	/** For everything together, from the connection to the end of the answer. */
	timeoutMs: number;
	/** How much of the answer is read; with 0, nothing but its head. */
	maxAnswerBytes: number;
};

/**
 * Sends a body to a checked address, in a connection of its own. Redirects are not followed: they would lead past the guard.
 * Never rejects.
 */
export function post(
	place: Place,
	headers: Record<string, string | number>,
	body: Buffer,
	{ timeoutMs, maxAnswerBytes }: PostLimits,
): Promise<PostResult> {
	return new Promise((resolve) => {
		const outgoing = open(place, { method: "POST", headers, body, timeoutMs });
		let fail = (error: Error) => resolve({ status: "failed", why: reasonOf(error) });
		outgoing.on("error", (error) => fail(error));
		outgoing.once("upgrade", (_response, socket) => {
			socket.destroy();
			resolve({ status: "failed", why: "connection" });
		});
		outgoing.once("response", (response) => {
			const parts: Buffer[] = [];
			let length = 0;
			const finish = () => {
				response.destroy();
				resolve({
					status: "answered",
					code: response.statusCode ?? 0,
					retryAfter: response.headers["retry-after"],
					body: Buffer.concat(parts).subarray(0, maxAnswerBytes).toString("utf8"),
				});
			};
			// The receiver has answered, even if the rest of what it says never arrives.
			fail = finish;
			response.on("error", finish);
			response.once("end", finish);
			if (maxAnswerBytes === 0) return finish();
			response.on("data", (part: Buffer) => {
				parts.push(part);
				length += part.length;
				if (length >= maxAnswerBytes) finish();
			});
		});
		outgoing.end(body);
	});
}
