import type { Exchange, PageEvidence } from "../../evidence.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** RFC 6265, 5.1.1. A colon is part of a time. */
const DELIMITERS = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/;

/**
 * Reads a cookie's date as browsers do (RFC 6265, 5.1.1): a time, a day, a month and a year, whatever is between them and always UTC.
 * Undefined if one is missing, which makes browsers ignore the attribute.
 */
function readCookieDate(text: string): Date | undefined {
	let time: number[] | undefined;
	let day: number | undefined;
	let month: number | undefined;
	let year: number | undefined;
	for (const token of text.toLowerCase().split(DELIMITERS)) {
		const clock = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)/.exec(token);
		const number = /^\d+/.exec(token)?.[0] ?? "";
		const named = MONTHS.indexOf(token.slice(0, 3));
		if (!time && clock) time = clock.slice(1).map(Number);
		else if (day === undefined && (number.length === 1 || number.length === 2)) day = Number(number);
		else if (month === undefined && named !== -1) month = named;
		else if (year === undefined && number.length >= 2 && number.length <= 4) year = fullYear(Number(number));
	}
	if (!time || day === undefined || month === undefined || year === undefined) return undefined;
	const [hour = 0, minute = 0, second = 0] = time;
	if (day < 1 || day > 31 || year < 1601 || hour > 23 || minute > 59 || second > 59) return undefined;
	return new Date(Date.UTC(year, month, day, hour, minute, second));
}

const fullYear = (year: number): number => (year >= 100 ? year : year + (year >= 70 ? 1900 : 2000));

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
