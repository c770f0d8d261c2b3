import { isSameSite } from "../../gather/same-site.ts";
import type { Rule } from "../../rule.ts";
import { atPage } from "../places.ts";

const SHOWN = 10;

function hostOf(url: string): string {
	return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

export const scriptWithoutIntegrity: Rule<"content"> = {
	meta: {
		id: "script-without-integrity",
		title: "Scripts from other sites are loaded without a check",
		severity: "low",
		cwe: 353,
		why: {
			owner: "If the site that serves these scripts is broken into, your visitors run the attacker's code.",
			engineer:
				"Scripts from other registered domains carry no integrity attribute, so the browser runs whatever their host delivers.",
		},
		fix: {
			owner: "Ask your developers to serve these scripts from your own site, or to pin them.",
			engineer:
				"Add `integrity` and `crossorigin=anonymous` with the file's hash, or host a pinned copy; exact versions only.",
		},
	},
	judge({ page, references }) {
		const foreign = references.filter(
			({ kind, url, integrity }) => kind === "script" && !integrity && !isSameSite(hostOf(url), page.endpoint.host),
		);
		if (foreign.length === 0) return [];
		return [
			{
				location: atPage(page),
				evidence: foreign
					.slice(0, SHOWN)
					.map(({ url }) => ({ source: `Page ${page.url}`, text: `script without integrity: ${url}` })),
			},
		];
	},
};
