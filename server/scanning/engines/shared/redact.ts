import { LONGEST_ADDRESS, sanitize, withoutQuery } from "./foreign-text.ts";
import { isSecretName } from "./secret-name.ts";
import { withSteadyPaths } from "./steady-path.ts";

/** Ten times what is shown: redacting makes a text shorter. */
const LONGEST_READ = 2_000;

/**
 * `GET /path?q=…&id=1%27`: of each query only the tested parameter's value is kept, and only if the parameter's name is harmless. Paths are
 * those of places (steady-path.ts).
 */
export function redactAddresses(text: string, tested: string): string {
	return withSteadyPaths(text.slice(0, LONGEST_ADDRESS)).replace(/\?([^\s#]*)/g, (_, query: string) => {
		const pairs = query.split("&").map((pair) => {
			const at = pair.indexOf("=");
			if (at < 0) return pair.length > 40 ? "…" : pair;
			const name = pair.slice(0, at);
			const shown = decode(name) === tested && tested !== "" && !isSecretName(tested);
			return shown ? pair : `${name}=…`;
		});
		return `?${pairs.join("&")}`;
	});
}

/** A request as the list of what was sent shows it: values of a query can be secrets, and so can a session in its path. */
export const redactRequest = (what: string): string =>
	sanitize(withSteadyPaths(withoutQuery(what.slice(0, LONGEST_ADDRESS))), 300);

/** What a tool matched in an answer, without anything that looks like a secret: a cookie's value, a password, a key, a long number. */
export function redactMatch(text: string, longest = 200): string {
	return sanitize(
		text
			.slice(0, LONGEST_READ)
			.replace(/-----BEGIN[\s\S]*/, "-----BEGIN …")
			.replace(/((?:set-)?cookie\s*:\s*[^=;\s]{1,100}=)[^;\s]*/gi, "$1…")
			.replace(/\b((?:proxy-)?authorization\s*:\s*\S{1,40})\s+\S+/gi, "$1 …")
			.replace(
				/((?:passw(?:or)?d|pwd|secret|token|api_?key|session|sid)[\w.-]{0,40}["']?\s*[:=]\s*["']?)[^\s"'&;,<>]+/gi,
				"$1…",
			)
			.replace(/[A-Za-z0-9+/_=-]{24,}/g, (word) => (isRandom(word) ? `${word.slice(0, 4)}…` : word))
			.replace(/\d(?:[ -]?\d){8,}/g, (digits) => `${digits.slice(0, 2)}…`)
			.replace(/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/g, "…@…"),
		longest,
	);
}

/** Names and paths are words of letters; a key has digits among letters of both cases. */
const isRandom = (word: string) => /\d/.test(word) && /[a-z]/i.test(word) && !/^[a-z-]+(?:\/[a-z0-9.-]+)*$/.test(word);

function decode(name: string): string {
	try {
		return decodeURIComponent(name.replaceAll("+", " "));
	} catch {
		return name;
	}
}
