import type { Instead } from "#contract/findings/findings.ts";
import type { Exchange, RawBody } from "../../evidence.ts";

/** What answered where the site's page was expected: the page, or something in its place. */
export type Answer =
	| { kind: "page" }
	/** `sign`: what looks like a bot wall, in our own words. */
	| { kind: Extract<Instead, "bot-wall">; sign: string }
	/** `seconds`: after how many it may be asked again, if it says so. */
	| { kind: Extract<Instead, "busy">; seconds: string | undefined }
	| { kind: Exclude<Instead, "bot-wall" | "busy"> };

type Answered = Pick<Exchange, "status" | "headers">;

/** Decides whether the answer is the site's page, or something in its place. Pure. */
export function answerOf(exchange: Answered, body?: RawBody): Answer {
	const { status } = exchange;
	const sign = wallSign(exchange, body);
	if (sign) return { kind: "bot-wall", sign };
	if (status === 511) return { kind: "captive-portal" };
	if (status === 429 || status === 503) {
		return { kind: "busy", seconds: /^\d{1,6}$/.exec(first(exchange, "retry-after"))?.[0] };
	}
	if (status >= 500) return { kind: "server-error" };
	if (status === 401 || (status >= 400 && exchange.headers.has("www-authenticate"))) return { kind: "sign-in" };
	if ([204, 205, 404, 410].includes(status)) return { kind: "no-page" };
	return { kind: status >= 400 ? "refused" : "page" };
}

/** Headers that only a challenge has, whatever its status. */
const CHALLENGES: readonly (readonly [name: string, value: RegExp])[] = [
	["cf-mitigated", /^challenge$/i],
	["x-amzn-waf-action", /^(?:challenge|captcha)$/i],
	["sg-captcha", /^challenge$/i],
];

/** Statuses that bot walls answer with. The signs below are also on the pages of sites that are behind such a wall. */
const WALL_STATUSES = [202, 403, 405, 406, 429, 503];
const WALL_HEADERS = ["x-datadome", "x-datadome-cid", "x-sucuri-id", "x-sucuri-block", "x-iinfo"];
const WALL_SERVERS: readonly (readonly [name: string, server: RegExp])[] = [
	["Cloudflare", /^cloudflare\b/i],
	["Akamai", /^AkamaiGHost\b/i],
];

/** Walls say who they are at the beginning of short pages. */
const SIGN_BYTES = 4_096;

function wallSign(exchange: Answered, body: RawBody | undefined): string | undefined {
	const challenge = CHALLENGES.find(([name, value]) => value.test(first(exchange, name)));
	if (challenge) return `its ${challenge[0]} header says so`;
	const { status } = exchange;
	if (!WALL_STATUSES.includes(status)) return undefined;
	const header = WALL_HEADERS.find((name) => exchange.headers.has(name));
	if (header) return `it has the header ${header}`;
	// One that says when to come back is busy, even if a wall passes that on.
	if ((status === 403 || status === 503) && !exchange.headers.has("retry-after")) {
		const server = WALL_SERVERS.find(([, value]) => value.test(first(exchange, "server")));
		if (server) return `it comes from ${server[0]}`;
		if (/Reference(?: |&#32;)(?:#|&#35;)/i.test(beginningOf(body)))
			return "it has a reference number as Akamai gives them";
	}
	// RFC 9110: accepted, and not acted on yet. That is never a page.
	return status === 202 ? "no page has this status" : undefined;
}

function beginningOf(body: RawBody | undefined): string {
	return !body || body.status === "unread" ? "" : Buffer.from(body.bytes.subarray(0, SIGN_BYTES)).toString("latin1");
}

const first = ({ headers }: Answered, name: string): string => headers.get(name)?.[0]?.trim() ?? "";

/** Why what answered is not the site's page, and what its owner can do; undefined if it is. */
export function insteadOfPage({ url, status }: Pick<Exchange, "url" | "status">, answer: Answer): string | undefined {
	const answered = `${url} answered ${status}`;
	switch (answer.kind) {
		case "page":
			return undefined;
		case "bot-wall":
			return `${answered}, which looks like a bot wall and not the site: ${answer.sign}. ${LET_US_THROUGH}`;
		case "captive-portal":
			return `${answered}: a network on the way asks for a sign-in, so this is not the site. Please scan it again later.`;
		case "sign-in":
			return `${answered}: it asks for a sign-in, and we do not sign in. ${LET_US_THROUGH}`;
		case "no-page":
			return `${answered}: the site has no page there. Please scan the host that your visitors use, or put a page there.`;
		case "refused":
			return `${answered}: it refused our scanner, or refuses everyone. ${LET_US_THROUGH}`;
		case "busy":
			return `${answered}: it asks to be left alone for now. Please scan it again${answer.seconds ? ` in ${answer.seconds} seconds` : " later"}.`;
		case "server-error":
			return `${answered}, an error of the server, instead of its page.`;
	}
}

const LET_US_THROUGH = "To have the site checked, let our scanner through (/scanner-info says how) and scan again.";
