import type { Rule } from "../../rule.ts";
import { atPage, header, notSent, sent } from "../places.ts";

const WIDE = ["unsafe-url", "no-referrer-when-downgrade"];
const KNOWN = [
	...WIDE,
	"no-referrer",
	"origin",
	"origin-when-cross-origin",
	"same-origin",
	"strict-origin",
	"strict-origin-when-cross-origin",
];
/** Older names that browsers take in meta elements only (HTML standard, 4.2.5.1). */
const OLDER = new Map([
	["never", "no-referrer"],
	["default", "strict-origin-when-cross-origin"],
	["always", "unsafe-url"],
	["origin-when-crossorigin", "origin-when-cross-origin"],
]);

export const referrerPolicyWeak: Rule<"headers"> = {
	meta: {
		id: "referrer-policy-weak",
		title: "Addresses of your pages are passed on to other sites",
		severity: "low",
		cwe: 200,
		why: {
			owner:
				"Other sites learn the full address of the page a visitor came from. Where addresses hold names, searches or reset links, these leak.",
			engineer:
				"The policy sends path and query along to other origins; without a policy the browser's default decides, which older ones set wide.",
		},
		fix: {
			owner: "Ask for a referrer policy that shares the site's name at most.",
			engineer: "Send `Referrer-Policy: strict-origin-when-cross-origin`, or `no-referrer` where it is not needed.",
		},
	},
	judge({ exchange, html, markup }) {
		if (!html) return [];
		const value = header(exchange, "referrer-policy");
		// The last value that a browser recognizes is the one in force, of a header (Referrer Policy, 8.1) and of meta elements after it.
		const inHeader = value
			?.toLowerCase()
			.split(",")
			.map((part) => part.trim())
			.findLast((part) => KNOWN.includes(part));
		const metas = (markup?.referrers ?? []).map((content) => content.toLowerCase());
		const inMeta = metas.map((content) => OLDER.get(content) ?? content).findLast((content) => KNOWN.includes(content));
		const policy = inMeta ?? inHeader;
		if (policy !== undefined && !WIDE.includes(policy)) return [];
		const fromHeader =
			value === undefined ? notSent(exchange, "Referrer-Policy") : sent(exchange, "Referrer-Policy", value);
		const meta = metas.map((text) => ({ source: `Meta element “referrer” of ${exchange.url}`, text }));
		return [
			{
				location: atPage(exchange),
				evidence: policy !== undefined && inMeta === undefined ? [fromHeader] : [fromHeader, ...meta],
				...(policy === undefined ? { severity: "none" } : {}),
			},
		];
	},
};
