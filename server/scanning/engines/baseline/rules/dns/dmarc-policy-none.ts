import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dmarcPolicyNone: Rule<"mail"> = {
	meta: {
		id: "dmarc-policy-none",
		title: "Forged email is only reported, not stopped",
		severity: "low",
		cwe: 290,
		why: {
			owner: "Your domain asks others to report forged email but to deliver it anyway.",
			engineer: "The DMARC policy is p=none: receivers report failures and take no action on them.",
		},
		fix: {
			owner: "Ask your email provider when the policy can be made strict.",
			engineer: "When the reports show that real senders pass, set `p=quarantine`, then `p=reject`.",
		},
	},
	judge({ domain, dmarc }) {
		const [record, ...others] = dmarc ?? [];
		// Several records are as good as none, which `dns-no-dmarc` reports.
		if (record === undefined || others.length > 0 || !/;\s*p\s*=\s*none\b/i.test(record)) return [];
		return [{ location: atName(domain, "DMARC"), evidence: [{ source: `DNS TXT _dmarc.${domain}`, text: record }] }];
	},
};
