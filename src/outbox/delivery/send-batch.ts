import type { Endpoint } from "../definition.ts";
import type { Entry } from "../entry.ts";
import { type HttpAnswer, post, type SendDeps } from "./post.ts";

/** The outcome of several entries sent in one request. */
export type BatchResult =
	/** Each entry has its own answer, as if sent alone. An entry without one here got no answer. */
	| { type: "answers"; answers: Map<string, HttpAnswer> }
	/** No answer, or the server has a problem: this counts as the answer for every entry. */
	| { type: "failed"; answer: HttpAnswer }
	| NotTaken;

/** The server didn't process the entries. */
export type NotTaken = { type: "not-taken"; because: "too-large" | "not-offered"; answer: HttpAnswer };

/** Statuses below 500 that mean "not now" rather than "not here". */
const NOT_NOW = [408, 409, 425, 429];
const NOT_IMPLEMENTED = 501;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function readAnswers(text: string): Map<string, HttpAnswer> | null {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return null;
	}
	if (!isObject(body) || !Array.isArray(body.answers)) return null;
	return new Map(
		body.answers.filter(isObject).flatMap(({ key, status, body: own }): [string, HttpAnswer][] => {
			if (typeof key !== "string" || typeof status !== "number") return [];
			const text = own === null || own === undefined ? "" : JSON.stringify(own);
			return [[key, { type: "answer", status, contentType: "application/json", retryAfter: null, text }]];
		}),
	);
}

/**
 * What the answer to a batch means.
 *
 * | answer | result |
 * |---|---|
 * | 2xx with a list of answers | each has its own |
 * | none within 20 s, or the connection failed; 5xx except 501; 408, 409, 425, 429 | failed, for all of them |
 * | 413 | not taken: too large |
 * | anything else: 400, 404, 405, 501, HTML, a redirect, other JSON | not taken: the server may be of an earlier release, or it was a captive portal |
 */
export function readBatch(answer: HttpAnswer): BatchResult {
	if (answer.type === "none") return { type: "failed", answer };
	if (answer.type === "redirect") return { type: "not-taken", because: "not-offered", answer };
	const { status, text } = answer;
	if (status >= 200 && status < 300) {
		const answers = readAnswers(text);
		if (answers) return { type: "answers", answers };
	}
	if (NOT_NOW.includes(status) || (status >= 500 && status !== NOT_IMPLEMENTED)) return { type: "failed", answer };
	return { type: "not-taken", because: status === 413 ? "too-large" : "not-offered", answer };
}

/** Sends several entries in one request, each under its own key, for its own account and scope. Never rejects. */
export async function sendBatch(
	entries: readonly Entry[],
	{ batch, said, body }: Endpoint,
	deps: SendDeps,
): Promise<BatchResult> {
	const sent = entries.map((entry) => ({
		key: entry.id,
		kind: entry.request.kind,
		account: entry.owner,
		...said(entry),
		body: body(entry),
	}));
	return readBatch(await post(batch, {}, { entries: sent }, deps));
}
