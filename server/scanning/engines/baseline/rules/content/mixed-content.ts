import type { Rule } from "../../rule.ts";
import { atPage } from "../places.ts";

const SHOWN = 10;

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
	judge({ page, references }) {
		if (page.endpoint.scheme !== "https") return [];
		const insecure = references.filter(({ url }) => url.startsWith("http:"));
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
