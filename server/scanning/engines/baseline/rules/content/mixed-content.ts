import ipaddr from "ipaddr.js";
import type { Rule } from "../../rule.ts";
import { policiesOf } from "../headers/csp.ts";
import { atPage } from "../places.ts";

const SHOWN = 10;

/** Crosses no network, so browsers trust it without encryption (W3C Secure Contexts, 3.1). */
function isLoopback(url: string): boolean {
	const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
	if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "loopback";
	return /(?:^|\.)localhost\.?$/.test(host);
}

export const mixedContent: Rule<"content"> = {
	meta: {
		id: "mixed-content",
		title: "A secure page loads or sends things unencrypted",
		severity: "medium",
		cwe: 311,
		why: {
			owner:
				"Part of your page loads, or a form is sent, over a connection that others can read and change, although the address bar shows a lock.",
			engineer:
				"An https page refers to http addresses. Browsers block scripts, styles and frames loaded this way; forms are sent in the clear.",
		},
		fix: {
			owner: "Ask your developers to change these addresses to https.",
			engineer:
				"Use https addresses, add `upgrade-insecure-requests` to the content policy, and look for the old address in templates and content.",
		},
	},
	judge({ page, policies, references }) {
		if (page.endpoint.scheme !== "https") return [];
		// Browsers then ask for all of these, forms included, over https (Upgrade Insecure Requests, 3.2).
		if (policiesOf(page, policies).some((policy) => policy.has("upgrade-insecure-requests"))) return [];
		const insecure = references.filter(({ url }) => url.startsWith("http:") && !isLoopback(url));
		if (insecure.length === 0) return [];
		return [
			{
				location: atPage(page),
				evidence: insecure
					.slice(0, SHOWN)
					.map(({ kind, url }) => ({ source: `Page ${page.url}`, text: `${kind}: ${url}` })),
				...(insecure.every(({ kind }) => kind === "image") ? { severity: "low" } : {}),
			},
		];
	},
};
