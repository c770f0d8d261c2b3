import type { Rule } from "../../rule.ts";
import { atPage, header, notSent, sent } from "../places.ts";

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
		const policies = (exchange.headers.get("content-security-policy") ?? []).join(";").toLowerCase();
		const ancestors = /frame-ancestors([^;,]*)/.exec(policies)?.[1]?.trim();
		if (ancestors !== undefined && !/(?:^|\s)(?:\*|https?:)(?:\s|$)/.test(ancestors)) return [];
		const option = header(exchange, "x-frame-options");
		if (ancestors === undefined && option !== undefined && /^(?:deny|sameorigin)$/i.test(option.trim())) return [];
		return [
			{
				location: atPage(exchange),
				evidence: [
					ancestors === undefined
						? notSent(exchange, "Content-Security-Policy with frame-ancestors")
						: sent(exchange, "Content-Security-Policy", `frame-ancestors ${ancestors}`),
					option === undefined ? notSent(exchange, "X-Frame-Options") : sent(exchange, "X-Frame-Options", option),
				],
			},
		];
	},
};
