import { exchange } from "./exchange.ts";
import type { Unanswered } from "./open.ts";
import type { CheckedAddress } from "./place.ts";

/** What came back. `failed`: no answer, or none worth waiting for. */
export type PostResult =
	| {
			status: "answered";
			code: number;
			/** As sent: seconds or a date. */
			retryAfter: string | undefined;
			/** The start of the body, as text. */
			body: string;
	  }
	| { status: "failed"; why: Unanswered };

type PostLimits = {
	/** For the whole exchange, from the connection to the end of the answer. */
	timeoutMs: number;
	/** How much of the answer is read. With 0, only its head. */
	maxAnswerBytes: number;
};

/**
 * Sends a body to a checked address. The receiver counts as having answered even if the rest of its answer never arrives. Never rejects.
 */
export async function post(
	place: CheckedAddress,
	headers: Record<string, string | number>,
	body: Buffer,
	limits: PostLimits,
): Promise<PostResult> {
	const got = await exchange(place, { method: "POST", headers, body, cut: true, ...limits });
	if (got.status === "failed") return { status: "failed", why: got.why === "too-large" ? "connection" : got.why };
	return { status: "answered", code: got.code, retryAfter: got.headers["retry-after"], body: got.body };
}
