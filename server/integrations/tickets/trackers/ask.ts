import type * as z from "zod/mini";
import type { TrackerProblem } from "#contract/tickets/trackers.ts";
import { exchange } from "#server/platform/outgoing/exchange.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { placeOf } from "#server/platform/outgoing/place.ts";
import { retryAfterOf } from "#server/platform/outgoing/retry.ts";

/** Why a tracker did not do what it was asked to. Thrown, so that all later steps are skipped. */
export class TrackerFault extends Error {
	readonly problem: TrackerProblem;
	readonly code: number | null;
	/** The tracker's own message. Untrusted text. */
	readonly detail: string;
	/** The time before which it wants no further requests. */
	readonly waitUntil: Date | undefined;
	constructor(
		problem: TrackerProblem,
		{
			code = null,
			detail = "",
			waitUntil,
		}: { code?: number | null; detail?: string; waitUntil?: Date | undefined } = {},
	) {
		super(problem);
		this.problem = problem;
		this.code = code;
		this.detail = detail;
		this.waitUntil = waitUntil;
	}
}

export type AskDeps = { guard: Guard; userAgent: string; now: () => Date };

type Asked<T> = {
	method?: "GET" | "POST" | "PUT" | "PATCH";
	/** Below the address of the API. */
	path: string;
	body?: object;
	/** The schema of the answer. */
	answer: z.ZodMiniType<T>;
};
export type Ask = <T>(asked: Asked<T>) => Promise<T>;

/** Time limit for one answer. */
const ANSWER_MS = 15_000;
/** Time limit for one whole try. */
export const TRY_MS = 60_000;
const ANSWER_BYTES = 4_194_304;
const DETAIL = 300;
/** How deeply lists in an error are read. An answer can be nothing but brackets. */
const DEPTH = 6;
const UNREADABLE = /\p{Cc}+/gu;

/** Calls a tracker, at the address that was checked, and throws a `TrackerFault` if something goes wrong. */
export function createAsk({ guard, userAgent, now }: AskDeps, api: string, headers: Record<string, string>): Ask {
	const until = now().getTime() + TRY_MS;
	return async ({ method = "GET", path, body, answer }) => {
		const place = await placeOf(`${api}/${path}`, guard);
		if (place === null) throw new TrackerFault("not-allowed");
		if (place === "unknown") throw new TrackerFault("connection");
		const left = until - now().getTime();
		if (left <= 0) throw new TrackerFault("timeout");
		const got = await exchange(place, {
			method,
			headers: {
				...headers,
				"user-agent": userAgent,
				...(body && { "content-type": "application/json" }),
			},
			...(body && { body: JSON.stringify(body) }),
			timeoutMs: Math.min(ANSWER_MS, left),
			maxAnswerBytes: ANSWER_BYTES,
		});
		if (got.status === "failed") throw new TrackerFault(got.why);
		const { code } = got;
		if (code < 200 || code > 299) throw faultOf(code, got.headers, got.body, now());
		const parsed = answer.safeParse(code === 204 ? null : readJson(got.body));
		if (!parsed.success) throw new TrackerFault("not-json", { code });
		return parsed.data;
	};
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function faultOf(code: number, headers: Headers, body: string, now: Date): TrackerFault {
	const detail = detailOf(body);
	const waitUntil = retryAfterOf(one(headers["retry-after"]), now);
	const isOver = headers["x-ratelimit-remaining"] === "0";
	const isLimited = code === 429 || (code === 403 && (isOver || waitUntil !== undefined || /rate limit/i.test(detail)));
	if (isLimited) return new TrackerFault("rate-limited", { code, detail, waitUntil: waitUntil ?? resetOf(headers) });
	return new TrackerFault(problemOf(code), { code, detail, ...(code === 503 && { waitUntil }) });
}

function problemOf(code: number): TrackerProblem {
	if (code >= 500) return "server";
	if (code >= 300 && code < 400) return "redirect";
	if (code === 401) return "unauthorized";
	if (code === 403) return "forbidden";
	if (code === 404) return "missing";
	if (code === 410) return "missing";
	return "refused";
}

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** When a limit resets: seconds since 1970 (GitHub, GitLab) or a date (Jira). */
function resetOf(headers: Headers): Date | undefined {
	const text = one(headers["x-ratelimit-reset"]) ?? one(headers["ratelimit-reset"]);
	if (text === undefined) return undefined;
	const at = /^\d{9,11}$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
	return Number.isNaN(at) ? undefined : new Date(at);
}

/** What went wrong, in the tracker's own words. Each tracker has its own format for it. */
function detailOf(body: string): string {
	const said = readJson(body);
	const parts: string[] = [];
	const collect = (value: unknown, depth: number): void => {
		if (typeof value === "string") parts.push(value);
		else if (Array.isArray(value) && depth < DEPTH) for (const each of value.slice(0, 5)) collect(each, depth + 1);
		else if (typeof value === "object" && value !== null && depth < 3) {
			for (const [name, each] of Object.entries(value)) if (name !== "documentation_url") collect(each, depth + 1);
		}
	};
	collect(said, 0);
	// A character has at most two code units: of a long text, only the start is split up.
	const beginning = parts
		.join(". ")
		.replaceAll(UNREADABLE, " ")
		.slice(0, 2 * DETAIL);
	return [...beginning].slice(0, DETAIL).join("");
}
