import type { Rule } from "../../rule.ts";
import { atPage, header, sent } from "../places.ts";
import { policiesOf } from "./csp.ts";
import { openToScripts } from "./script-sources.ts";

/** A site sends one policy or two; thousands are only there to flood reports. */
const MOST_QUOTED = 20;

export const cspUnsafe: Rule<"headers"> = {
	meta: {
		id: "csp-unsafe",
		title: "The content security policy lets foreign scripts run",
		severity: "medium",
		cwe: 693,
		why: {
			owner: "The site has a policy against foreign scripts, but it has a hole wide enough that it protects little.",
			engineer:
				"The script sources allow inline code, eval, any host, whole schemes or a host known to serve scripts that get around policies, or an injected <base> can move scripts that carry a nonce. The policy lets through what it should stop.",
		},
		fix: {
			owner: "Ask your developers to tighten the script part of the policy.",
			engineer:
				"Replace 'unsafe-inline' with nonces or hashes, name hosts instead of `*` or `https:`, and files instead of hosts that serve JSONP or everyone's packages, add `base-uri 'none'`, and rewrite code that needs 'unsafe-eval'.",
		},
	},
	judge({ exchange, markup }) {
		const policies = policiesOf(exchange, markup?.policies ?? []);
		const { ways, narrow, texts } = openToScripts(policies);
		if (policies.length === 0 || ways.length === 0) return [];
		const reportOnly = header(exchange, "content-security-policy-report-only");
		return [
			{
				location: atPage(exchange, "script-src"),
				evidence: [
					...texts
						.slice(0, MOST_QUOTED)
						.map((text) => ({ source: `Content-Security-Policy of ${exchange.url}`, text })),
					...(reportOnly ? [sent(exchange, "Content-Security-Policy-Report-Only", reportOnly)] : []),
				],
				...(narrow ? { severity: "low" } : {}),
			},
		];
	},
};
