/** What browsers take from a Strict-Transport-Security header, or why they ignore all of it. */
type Hsts = { status: "heeded"; seconds: number } | { status: "ignored"; why: string };

/** RFC 6797, 6.1: a name, and for some a value, either a token or a quoted string (RFC 9110, 5.6). */
const DIRECTIVE = /^([\w!#$%&'*+.^`|~-]+)(?:[\t ]*=[\t ]*(?:([\w!#$%&'*+.^`|~-]+)|("(?:[^"\\]|\\.)*")))?$/;

/**
 * Reads the header as Chromium does. One directive that does not follow the grammar makes browsers ignore the header as a whole
 * (RFC 6797, 8.1). Like Chromium, we let an unknown directive stand twice.
 */
export function readHsts(value: string): Hsts {
	let seconds: number | undefined;
	let subdomains = false;
	for (const part of directivesOf(value)) {
		const directive = DIRECTIVE.exec(part);
		if (!directive) return { status: "ignored", why: `“${part}” is not one directive. Put a semicolon between two.` };
		const [, name = "", token, quoted] = directive;
		const given = token ?? quoted?.slice(1, -1);
		if (name.toLowerCase() === "max-age") {
			if (seconds !== undefined) return { status: "ignored", why: "max-age is given twice." };
			if (given === undefined || !/^\d+$/.test(given))
				return { status: "ignored", why: "max-age is not a whole number of seconds." };
			seconds = Number(given);
		} else if (name.toLowerCase() === "includesubdomains") {
			if (subdomains) return { status: "ignored", why: "includeSubDomains is given twice." };
			if (given !== undefined) return { status: "ignored", why: "includeSubDomains takes no value." };
			subdomains = true;
		}
	}
	return seconds === undefined ? { status: "ignored", why: "It has no max-age." } : { status: "heeded", seconds };
}

/** The parts between semicolons. A semicolon in a quoted string separates nothing. */
function directivesOf(value: string): string[] {
	const parts: string[] = [];
	let start = 0;
	let quoted = false;
	for (let at = 0; at < value.length; at++) {
		if (quoted && value[at] === "\\") at++;
		else if (value[at] === '"') quoted = !quoted;
		else if (value[at] === ";" && !quoted) {
			parts.push(value.slice(start, at));
			start = at + 1;
		}
	}
	return [...parts, value.slice(start)].map((part) => part.trim()).filter((part) => part !== "");
}
