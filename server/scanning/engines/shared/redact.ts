import { LONGEST_ADDRESS, sanitize } from "./foreign-text.ts";

/** Ten times what is shown: redacting makes a text shorter. */
const LONGEST_READ = 2_000;

const SECRET_NAME =
	/auth|bearer|code|cookie|credential|csrf|jwt|key|pass|pin|pwd|secret|sess|sid|sig|ticket|token|xsrf/i;

/** Whether a parameter of this name may hold a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** `GET /path?q=…&id=1%27`: only the tested parameter's value is kept, and only if the parameter's name is harmless. */
export function redactQuery(text: string, tested: string): string {
	return text.slice(0, LONGEST_ADDRESS).replace(/\?([^\s#]*)/, (_, query: string) => {
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
