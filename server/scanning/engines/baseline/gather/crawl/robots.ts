import type { Exchange, RawBody } from "../../evidence.ts";
import { decodeBody } from "../web/decode-body.ts";

/** One line of the group that applies to us. */
type Rule = { allow: boolean; pattern: string };

/** What a site's robots.txt asks of us. */
export type Robots = {
	rules: Rule[];
	/** Addresses of sitemaps, as written. */
	sitemaps: string[];
};

/** A robots.txt names a few. */
const MOST_SITEMAPS = 10;

/** Reads the body of a robots.txt; undefined if it cannot be unpacked. Pure. */
export function readRobots(
	{ headers }: Pick<Exchange, "headers">,
	raw: RawBody,
	userAgent: string,
	limit: number,
): Robots | undefined {
	const body = decodeBody(raw, headers, limit);
	if (body.status === "unread") return undefined;
	// A line that was cut could allow or forbid more than it does.
	const end = Math.max(body.text.lastIndexOf("\n"), body.text.lastIndexOf("\r"));
	return parseRobots(body.status === "cut" ? body.text.slice(0, end + 1) : body.text, userAgent);
}

/**
 * The group for our name, or else the one for everyone (RFC 9309, 2.2.1): several groups for one name count as one. Our own reader, because
 * the package that is used most stores each line once for each name above it, so a hostile file costs the square of its length.
 */
export function parseRobots(text: string, userAgent: string): Robots {
	const ours = productOf(userAgent);
	const own: Rule[] = [];
	const everyone: Rule[] = [];
	const sitemaps: string[] = [];
	let isNamed = false;
	let inNames = false;
	let forUs = false;
	let forEveryone = false;
	for (const line of text.split(/\r\n|\r|\n/)) {
		const plain = line.split("#", 1)[0] ?? "";
		const colon = plain.indexOf(":");
		if (colon === -1) continue;
		const name = plain.slice(0, colon).trim().toLowerCase();
		const value = plain.slice(colon + 1).trim();
		switch (name) {
			case "user-agent":
				if (!inNames) forUs = forEveryone = false;
				inNames = true;
				if (value.startsWith("*")) forEveryone = true;
				else if (productOf(value) === ours) forUs = isNamed = true;
				break;
			case "allow":
			case "disallow": {
				inNames = false;
				// An empty one matches nothing.
				if (value === "") break;
				const rule = { allow: name === "allow", pattern: value };
				if (forUs) own.push(rule);
				if (forEveryone) everyone.push(rule);
				break;
			}
			case "sitemap":
				if (value !== "" && sitemaps.length < MOST_SITEMAPS) sitemaps.push(value);
				break;
		}
	}
	return { rules: isNamed ? own : everyone, sitemaps };
}

/** The product's name of a user agent, which is all that counts in a robots.txt. */
const productOf = (userAgent: string): string => /^[a-z_-]*/i.exec(userAgent)?.[0].toLowerCase() ?? "";

/** Which of these paths (with their queries) the rules let us read: the longest pattern that matches decides, and allows on a tie. Pure. */
export function allowedPaths({ rules }: Pick<Robots, "rules">, paths: readonly string[]): boolean[] {
	const seen = paths.map((path) => ({ path: normalized(path), length: -1, allow: true }));
	for (const rule of rules) {
		const pattern = normalized(rule.pattern);
		const matches = matcherOf(pattern);
		for (const one of seen) {
			if (pattern.length < one.length || (pattern.length === one.length && !rule.allow)) continue;
			if (matches(one.path)) {
				one.length = pattern.length;
				one.allow = rule.allow;
			}
		}
	}
	return seen.map(({ allow }) => allow);
}

/** As `%XX` of UTF-8, except for characters that need none (RFC 9309, 2.2.2). */
const normalized = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[^ -~]+/g, encodeURIComponent)
		.replace(/%[\da-f]{2}/gi, (octet) => {
			const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
			return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
		});

/**
 * `*` stands for any characters, and `$` at the end for the end of the path. Taking each piece between stars where it comes first is
 * enough, so this never tries again: stars cannot multiply its work.
 */
function matcherOf(pattern: string): (path: string) => boolean {
	const isWhole = pattern.endsWith("$");
	const [first = "", ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
	const last = isWhole ? others.pop() : "";
	const pieces = others.filter((piece) => piece !== "");
	return (path) => {
		if (!path.startsWith(first)) return false;
		if (last === undefined) return path.length === first.length;
		let at = first.length;
		for (const piece of pieces) {
			const found = path.indexOf(piece, at);
			if (found === -1) return false;
			at = found + piece.length;
		}
		return path.length - last.length >= at && path.endsWith(last);
	};
}
