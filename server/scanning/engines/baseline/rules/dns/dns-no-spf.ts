import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dnsNoSpf: Rule<"mail"> = {
	meta: {
		id: "dns-no-spf",
		title: "The domain does not say who may send its email",
		severity: "medium",
		cwe: 290,
		why: {
			owner: "Anyone can send email that seems to come from you, and fewer of your own emails arrive.",
			engineer:
				"There is no SPF record, so receivers cannot check whether a sending server is allowed to use the domain (RFC 7208).",
		},
		fix: {
			owner: "Ask your email provider for an SPF record. If the domain sends no email, the record can say that too.",
			engineer:
				"Publish a TXT record such as `v=spf1 include:your-provider.example -all`, or `v=spf1 -all` for a domain without email.",
		},
	},
	judge({ domain, spf }) {
		if (spf === undefined || spf.length > 0) return [];
		return [
			{
				location: atName(domain, "SPF"),
				evidence: [{ source: `DNS TXT ${domain}`, text: "No record that begins with v=spf1" }],
			},
		];
	},
};
