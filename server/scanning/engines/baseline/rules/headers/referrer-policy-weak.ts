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
	judge({ exchange, html }) {
		if (!html) return [];
		const value = header(exchange, "referrer-policy");
		// The last value that a browser recognizes is the one in force.
		const policy = value
			?.toLowerCase()
			.split(",")
			.map((part) => part.trim())
			.findLast((part) => KNOWN.includes(part));
		if (policy !== undefined && !WIDE.includes(policy)) return [];
		return policy === undefined || value === undefined
			? [{ location: atPage(exchange), severity: "none", evidence: [notSent(exchange, "Referrer-Policy")] }]
			: [{ location: atPage(exchange), evidence: [sent(exchange, "Referrer-Policy", value)] }];
	},
};
