import type { Exchange, PageEvidence } from "../../evidence.ts";
import { isForScripts, isLogin } from "./cookie-names.ts";
import { breaksItsPrefix, isDeletion, readSetCookie, type SetCookie } from "./set-cookie.ts";

/** A cookie that browsers keep. */
export type Cookie = SetCookie & { exchange: Exchange; session: boolean; forScripts: boolean };

/** Browsers keep fewer than 200 per site; this many are only there to slow us down. */
const MAX_COOKIES = 1_000;

/** The cookies that a page and the redirects to it set and keep; one that is being deleted or that browsers refuse does not count. */
export function cookiesOf({ exchanges }: PageEvidence, now: Date): Cookie[] {
	const all = exchanges.flatMap((exchange) =>
		(exchange.headers.get("set-cookie") ?? []).flatMap((line): Cookie[] => {
			const cookie = readSetCookie(line);
			if (!cookie || isDeletion(cookie, now) || breaksItsPrefix(cookie, exchange.endpoint.scheme === "https"))
				return [];
			return [{ ...cookie, exchange, session: isLogin(cookie.name), forScripts: isForScripts(cookie.name) }];
		}),
	);
	return all.slice(0, MAX_COOKIES);
}

/** Evidence of how a cookie was set, without its value. */
export function cookieEvidence({ name, attributes, exchange }: Cookie) {
	return {
		source: `Set-Cookie header of ${exchange.url}`,
		text: [
			`${name}=(value not kept)`,
			...attributes.map(({ name: of, value }) => (value === "" ? of : `${of}=${value.toLowerCase()}`)),
		]
			.filter((part) => part !== "")
			.join("; "),
	};
}
