import type { Rule } from "../../rule.ts";
import { atPage } from "../places.ts";
import { openToScripts, policiesOf } from "./csp.ts";

export const cspUnsafe: Rule<"headers"> = {
	meta: {
		id: "csp-unsafe",
		title: "The content security policy lets foreign scripts run",
		severity: "medium",
		cwe: 693,
		why: {
			owner: "The site has a policy against foreign scripts, but it has a hole wide enough that it protects little.",
			engineer:
				"The script sources allow inline code, eval or whole schemes, so an injected script is let through by the policy that should stop it.",
		},
		fix: {
			owner: "Ask your developers to tighten the script part of the policy.",
			engineer:
				"Replace 'unsafe-inline' with nonces or hashes, name hosts instead of `*` or `https:`, and rewrite code that needs 'unsafe-eval'.",
		},
	},
	judge(page) {
		const policies = policiesOf(page);
		const { ways, texts } = openToScripts(policies);
		if (policies.length === 0 || ways.length === 0) return [];
		return [
			{
				location: atPage(page.exchange, "script-src"),
				evidence: texts.map((text) => ({ source: `Content-Security-Policy of ${page.exchange.url}`, text })),
				...(ways.every((way) => way === "eval") ? { severity: "low" } : {}),
			},
		];
	},
};
