import type { Endpoint } from "../../../shared/evidence.ts";
import type { Exchange } from "../../evidence.ts";
import { lastOf, readSetCookie } from "../../rules/cookies/set-cookie.ts";

/** What a browser sends at the start of a visit is little; more is only there to fill our memory. */
const MOST_COOKIES = 20;
const LONGEST = 4_096;
/** What a request header may hold; Node throws at anything else. */
const SENDABLE = /^[\x20-\x7e]+$/;

/**
 * The cookies of one walk, so that a site that sets one and redirects to itself shows its page, as it does to a browser. Each goes back to
 * the host that set it, and from https never to http. Kept nowhere else.
 */
export function createCookieJar() {
	const kept = new Map<string, { host: string; secure: boolean; pair: string }>();
	return {
		keep({ endpoint: { host, scheme }, headers }: Pick<Exchange, "endpoint" | "headers">): void {
			for (const line of headers.get("set-cookie") ?? []) {
				const cookie = readSetCookie(line);
				if (!cookie) continue;
				const pair = `${cookie.name}=${cookie.value}`;
				const secure = scheme === "https" || lastOf(cookie, "secure") !== undefined;
				const key = `${host} ${cookie.name}`;
				if (pair.length > LONGEST || !SENDABLE.test(pair)) continue;
				if (kept.size >= MOST_COOKIES && !kept.has(key)) continue;
				kept.set(key, { host, secure, pair });
			}
		},
		/** As a request's headers; empty if there is none for this host. */
		headersFor({ host, scheme }: Endpoint): Record<string, string> {
			const pairs = [...kept.values()].filter((one) => one.host === host && (scheme === "https" || !one.secure));
			return pairs.length === 0 ? {} : { cookie: pairs.map(({ pair }) => pair).join("; ") };
		},
	};
}
