import type { Rule } from "../../rule.ts";
import { atPage, header, notSent, sent } from "../places.ts";
import { policiesOf } from "./csp.ts";

export const cspMissing: Rule<"headers"> = {
	meta: {
		id: "csp-missing",
		title: "No content security policy",
		severity: "medium",
		cwe: 693,
		why: {
			owner:
				"If someone manages to slip a script into one of your pages, nothing stops it from reading what your visitors type.",
			engineer:
				"Without Content-Security-Policy any injected script, style or frame runs with the page's rights: there is no second line of defense against XSS.",
		},
		fix: {
			owner: "Ask your developers for a content security policy; it can first run in a mode that only reports.",
			engineer:
				"Start with Content-Security-Policy-Report-Only, then enforce `default-src 'self'; script-src` with nonces or hashes, `object-src 'none'; base-uri 'none'`.",
		},
	},
	judge({ exchange, html, markup }) {
		if (!html || policiesOf(exchange, markup?.policies ?? []).length > 0) return [];
		const reportOnly = header(exchange, "content-security-policy-report-only");
		return [
			{
				location: atPage(exchange),
				evidence: [
					notSent(exchange, "Content-Security-Policy"),
					...(reportOnly ? [sent(exchange, "Content-Security-Policy-Report-Only", reportOnly)] : []),
				],
			},
		];
	},
};
