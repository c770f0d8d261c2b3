import type { Rule } from "../../rule.ts";
import { atPage, header, missing, notSent, sent } from "../places.ts";
import { headerPolicies, isAnyHost } from "./csp.ts";

export const framingAllowed: Rule<"headers"> = {
	meta: {
		id: "framing-allowed",
		title: "Other sites may show this page inside their own",
		severity: "medium",
		cwe: 1021,
		why: {
			owner:
				"A fraudster can lay your page invisibly under theirs and make visitors click on things they do not see, such as a confirm button.",
			engineer:
				"Neither frame-ancestors nor X-Frame-Options limits who may frame the page, which makes clickjacking possible.",
		},
		fix: {
			owner: "Ask for framing by other sites to be forbidden, unless a partner really needs it.",
			engineer:
				"Send `Content-Security-Policy: frame-ancestors 'none'` or `'self'`, with `X-Frame-Options: DENY` or `SAMEORIGIN` for old browsers.",
		},
	},
	judge({ exchange, html }) {
		if (!html) return [];
		// frame-ancestors does not count in a meta element (CSP 3), so only headers are read.
		const ancestors = headerPolicies(exchange).flatMap((policy) => {
			const sources = policy.get("frame-ancestors");
			return sources ? [sources] : [];
		});
		// Every policy has to allow the other site, so one that does not is enough.
		if (ancestors.some((sources) => !sources.some(isAnyHost))) return [];
		const option = header(exchange, "x-frame-options");
		// Browsers ignore X-Frame-Options where a policy has frame-ancestors.
		if (ancestors.length === 0 && option !== undefined && refusesFraming(option)) return [];
		return [
			{
				location: atPage(exchange),
				evidence: [
					...(ancestors.length === 0
						? [missing(exchange, "frame-ancestors in Content-Security-Policy")]
						: ancestors.map((sources) =>
								sent(exchange, "Content-Security-Policy", `frame-ancestors ${sources.join(" ")}`),
							)),
					option === undefined ? notSent(exchange, "X-Frame-Options") : sent(exchange, "X-Frame-Options", option),
				],
			},
		];
	},
};

/** Several different values refuse all framing if at least one of them is valid (HTML standard, X-Frame-Options). */
function refusesFraming(option: string): boolean {
	const values = new Set(
		option
			.toLowerCase()
			.split(",")
			.map((value) => value.trim()),
	);
	return values.has("deny") || values.has("sameorigin") || (values.size > 1 && values.has("allowall"));
}
