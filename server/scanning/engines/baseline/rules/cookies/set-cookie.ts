import { readCookieDate } from "./cookie-date.ts";

/** An attribute as browsers read it: its name in lower case, and its value, which is empty if there is none. */
type Attribute = { name: string; value: string };

export type SetCookie = { name: string; value: string; attributes: readonly Attribute[] };

/** Reads one Set-Cookie line (RFC 6265, 5.2). A cookie without a name is none that we judge. */
export function readSetCookie(line: string): SetCookie | undefined {
	const [pair = "", ...attributes] = line.split(";");
	const equals = pair.indexOf("=");
	const name = pair.slice(0, Math.max(equals, 0)).trim();
	if (name === "") return undefined;
	return { name, value: pair.slice(equals + 1).trim(), attributes: attributes.map(readAttribute) };
}

function readAttribute(text: string): Attribute {
	const equals = text.indexOf("=");
	const end = equals === -1 ? text.length : equals;
	return { name: text.slice(0, end).trim().toLowerCase(), value: text.slice(end + 1).trim() };
}

/** The last value of an attribute, which is the one that counts (RFC 6265, 5.3); undefined if it is not there. */
export function lastOf({ attributes }: SetCookie, name: string, counts = (_value: string) => true): string | undefined {
	return attributes.findLast((attribute) => attribute.name === name && counts(attribute.value))?.value;
}

/** Whether browsers drop the cookie immediately: Max-Age overrides Expires, and values that are none are left out (RFC 6265, 5.3). */
export function isDeletion(cookie: SetCookie, now: Date): boolean {
	if (cookie.value === "") return true;
	const maxAge = lastOf(cookie, "max-age", (value) => /^-?\d+$/.test(value));
	if (maxAge !== undefined) return Number(maxAge) <= 0;
	const expires = lastOf(cookie, "expires", (value) => readCookieDate(value) !== undefined);
	const until = expires === undefined ? undefined : readCookieDate(expires);
	return until !== undefined && until <= now;
}

/**
 * Whether browsers refuse a cookie because its name promises what the rest does not keep (RFC 6265bis, 4.1.3; they compare the prefixes
 * in any case).
 */
export function breaksItsPrefix(cookie: SetCookie, secureOrigin: boolean): boolean {
	const prefix = /^__(?:secure|host)-/.exec(cookie.name.toLowerCase())?.[0];
	if (prefix === undefined) return false;
	if (!secureOrigin || lastOf(cookie, "secure") === undefined) return true;
	return prefix === "__host-" && (lastOf(cookie, "path") !== "/" || (lastOf(cookie, "domain") ?? "") !== "");
}
