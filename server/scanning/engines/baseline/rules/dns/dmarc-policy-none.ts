import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";
import { readDmarc } from "./read-dmarc.ts";

export const dmarcPolicyNone: Rule<"mail"> = {
	meta: {
		id: "dmarc-policy-none",
		title: "Forged email is only reported, not stopped",
		severity: "low",
		cwe: 290,
		why: {
			owner: "Your domain asks others to report forged email but to deliver it anyway.",
			engineer:
				"The DMARC policy is p=none, or has the effect of it for subdomains or a share of the mail: receivers report failures and take no action on them.",
		},
		fix: {
			owner: "Ask your email provider when the policy can be made strict.",
			engineer: "When the reports show that real senders pass, set `p=quarantine`, then `p=reject`.",
		},
	},
	judge({ domain, dmarc }) {
		const [record, ...others] = dmarc ?? [];
		// Several records are as good as none, which `dns-no-dmarc` reports.
		if (record === undefined || others.length > 0) return [];
		const weakness = weaknessOf(readDmarc(record));
		if (weakness === undefined) return [];
		return [
			{
				location: atName(domain, "DMARC"),
				evidence: [
					{ source: `DNS TXT _dmarc.${domain}`, text: record },
					{ source: "What receivers make of it", text: weakness },
				],
			},
		];
	},
};

function weaknessOf({ policy, subdomains, share }: ReturnType<typeof readDmarc>): string | undefined {
	if (policy === undefined) return "It has no valid p, so at best it is p=none";
	if (policy === "none") return "They report, and take no action";
	if (subdomains === "none") return "They take no action on mail in the name of a subdomain (sp=none)";
	return share < 100 ? `They apply the policy to ${share} % of failing mail (pct)` : undefined;
}
