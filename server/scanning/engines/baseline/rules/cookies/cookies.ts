import type { Exchange, PageEvidence } from "../../evidence.ts";
import { readCookieDate } from "./cookie-date.ts";

/** A cookie as it was set, without its value. */
export type Cookie = { name: string; attributes: string[]; exchange: Exchange; session: boolean };

/** Names of login and session cookies in common frameworks and shops. */
const SESSION = /sess|sid$|^sid|auth|token|login|jwt|remember/i;
/** Cookies meant to be read by scripts: double-submit tokens against request forgery. */
const FOR_SCRIPTS = /csrf|xsrf/i;

/** Browsers keep fewer than 200 per site; any more are only there to flood reports. */
const MAX_COOKIES = 100;

/** The cookies that a page and the redirects to it set and keep; one that is being deleted does not count. */
export function cookiesOf({ exchanges }: PageEvidence, now: Date): Cookie[] {
	const all = exchanges.flatMap((exchange) =>
		(exchange.headers.get("set-cookie") ?? []).flatMap((line) => {
			const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
			const equals = pair.indexOf("=");
			const name = pair.slice(0, Math.max(equals, 0)).trim();
			const lower = attributes.map((attribute) => attribute.toLowerCase());
			if (name === "" || isDeletion(pair.slice(equals + 1), lower, now)) return [];
			return [{ name, attributes: lower, exchange, session: SESSION.test(name) && !FOR_SCRIPTS.test(name) }];
		}),
	);
	return all.slice(0, MAX_COOKIES);
}

export function isForScripts({ name }: Cookie): boolean {
	return FOR_SCRIPTS.test(name);
}

/** Evidence of how a cookie was set, without its value. */
export function cookieEvidence({ name, attributes, exchange }: Cookie) {
	return {
		source: `Set-Cookie header of ${exchange.url}`,
		text: [`${name}=(value not kept)`, ...attributes].join("; "),
	};
}

/** Whether browsers drop the cookie immediately: Max-Age overrides Expires, and the last of two counts (RFC 6265, 5.3). */
function isDeletion(value: string, attributes: readonly string[], now: Date): boolean {
	if (value === "") return true;
	const last = (pattern: RegExp) => attributes.flatMap((attribute) => pattern.exec(attribute)?.[1] ?? []).at(-1);
	const maxAge = last(/^max-age\s*=\s*(-?\d+)$/);
	if (maxAge !== undefined) return Number(maxAge) <= 0;
	const expires = readCookieDate(last(/^expires\s*=(.*)$/) ?? "");
	return expires !== undefined && expires <= now;
}
