import type { Definition } from "../definition.ts";
import type { AttemptError } from "../entry.ts";
import { readReceipt } from "../storage/record.ts";
import type { Verdict } from "../transition.ts";
import type { HttpAnswer } from "./post.ts";

/** Back-off after the first failure, in milliseconds. It doubles with each further one. */
export const BACKOFF_BASE_MS = 5000;
/** The longest back-off we choose ourselves. */
export const BACKOFF_CAP_MS = 15 * 60 * 1000;
/** The longest `Retry-After` we accept. */
export const RETRY_AFTER_CAP_MS = 24 * 60 * 60 * 1000;

/**
 * Statuses below 500 to retry if the error code doesn't decide. The others are rejected, except 2xx (its body decides) and 401
 * (held: the session is over, but the request is fine).
 * - 408: the server stopped waiting for us. 425: sent too early, safe to repeat.
 * - 409: the server is processing this key right now. The same key returns its outcome later.
 */
const RETRY_STATUSES = [408, 409, 425];

const PORTAL =
	"The network answered instead of the server, perhaps with a sign-in page. Open any website to sign in to the network.";
const NOT_OURS = "The server's answer was not about this request.";
const OLDER = "The server cannot take this request at the moment, most likely because it is being updated.";

export type PolicyDeps = {
	now(): number;
	random(): number;
	definition: Pick<Definition, "holds" | "refusals" | "receipt">;
};

type Attempt = {
	id: string;
	/** Attempts so far, including this one. */
	attempts: number;
};

type ErrorBody = { code?: unknown; message?: unknown; details?: unknown };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The wait in milliseconds that a `Retry-After` asks for, as seconds or a date (RFC 9110, 10.2.3); null if none or unreadable. */
export function readRetryAfter(value: string, now: number): number | null {
	const wait = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
	return wait > 0 ? Math.min(wait, RETRY_AFTER_CAP_MS) : null;
}

/** Full jitter: between zero and the doubled step, so devices that failed together don't all come back at once. */
export function backoff(attempts: number, random: () => number): number {
	return Math.floor(random() * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(attempts - 1, 30)));
}

/**
 * What an answer means for its entry.
 *
 * | answer | verdict |
 * |---|---|
 * | 2xx, not redirected, empty or JSON, its receipt (if any) names this entry | delivered |
 * | none within 20 s, or the connection failed | retry, own back-off |
 * | a redirect, or HTML below 500: a captive portal, never our API | retry, own back-off |
 * | 2xx without JSON, or with another entry's receipt | retry, own back-off |
 * | a code in the product's `holds` | hold, for its reason |
 * | a code in the product's `refusals` | reject |
 * | 401 without a code | hold(sign-in) |
 * | code `rate_limited` or 429, with `details.scope: "client"`; 503 with `Retry-After` and without `details.scope: "entry"` | retry, and all of the outbox pauses until then |
 * | 408, 409, 425, other 429, other 5xx | retry after `Retry-After`, else own back-off |
 * | any other 3xx or 4xx | reject |
 */
export function judge(answer: HttpAnswer, { id, attempts }: Attempt, { now, random, definition }: PolicyDeps): Verdict {
	const at = now();
	const retry = (error: Omit<AttemptError, "at">, wait = backoff(attempts, random)): Verdict => ({
		outcome: "retry",
		notBefore: at + wait,
		error: { at, ...error },
	});
	if (answer.type === "none") return retry({ status: null, code: null, message: answer.message });
	if (answer.type === "redirect") return retry({ status: null, code: null, message: PORTAL });

	const { status, contentType, text } = answer;
	if (contentType.includes("html") && status < 500) return retry({ status: null, code: null, message: PORTAL });

	const body = parseJson(text);
	if (status >= 200 && status < 300) {
		if (text === "") return { outcome: "delivered", receipt: null };
		if (!contentType.includes("json") || body === undefined)
			return retry({ status: null, code: null, message: PORTAL });
		const receipt = readReceipt(body, definition.receipt);
		if (receipt && receipt.key !== id) return retry({ status, code: null, message: NOT_OURS });
		return { outcome: "delivered", receipt };
	}

	const { code, message, details }: ErrorBody = isObject(body) ? body : {};
	const error: AttemptError = {
		at,
		status,
		code: typeof code === "string" ? code : null,
		message: typeof message === "string" ? message : "",
		...(isObject(details) ? { details } : {}),
	};
	const reason = error.code !== null && Object.hasOwn(definition.holds, error.code) && definition.holds[error.code];
	if (reason) return { outcome: "hold", reason, error };
	if (error.code !== null && definition.refusals.includes(error.code)) return { outcome: "reject", error };
	if (status === 401) return { outcome: "hold", reason: "sign-in", error };
	const limited = status === 429 || error.code === "rate_limited";
	if (status < 500 && !limited && !RETRY_STATUSES.includes(status)) return { outcome: "reject", error };

	const asked = readRetryAfter(answer.retryAfter ?? String(error.details?.retryAfter ?? ""), at);
	const wait = asked ?? backoff(attempts, random);
	const scope = error.details?.scope;
	const pausesAll = (limited && scope === "client") || (status === 503 && asked !== null && scope !== "entry");
	return {
		outcome: "retry",
		notBefore: at + wait,
		error,
		...(pausesAll ? { pauseUntil: at + wait } : {}),
	};
}

/**
 * What it means for an entry if its batch wasn't accepted and it can't be sent another way (batches.ts): the server knows nothing about it.
 * So it is not delivered, held, or rejected, whatever the answer says.
 */
export function judgeNotTaken(answer: HttpAnswer, attempt: Attempt, deps: PolicyDeps): Verdict & { outcome: "retry" } {
	const verdict = judge(answer, attempt, deps);
	if (verdict.outcome === "retry") return verdict;
	const at = deps.now();
	const status = answer.type === "answer" ? answer.status : null;
	return {
		outcome: "retry",
		notBefore: at + backoff(attempt.attempts, deps.random),
		error: { at, status, code: null, message: OLDER },
	};
}
