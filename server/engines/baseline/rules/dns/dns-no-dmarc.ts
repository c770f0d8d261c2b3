import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dnsNoDmarc: Rule<"mail"> = {
	meta: {
		id: "dns-no-dmarc",
		title: "Forged mail in your name is not rejected",
		severity: "medium",
		cwe: 290,
		why: {
			owner: "Mail that pretends to come from you is delivered, because your domain does not say what to do with it.",
			engineer:
				"There is no DMARC record, so receivers get no policy for mail that fails SPF and DKIM, and you get no reports.",
		},
		fix: {
			owner: "Ask whoever runs your mail for a DMARC record that first collects reports.",
			engineer:
				"Publish `_dmarc` TXT `v=DMARC1; p=none; rua=mailto:…`, read the reports, then move to quarantine and reject.",
		},
	},
	judge({ domain, dmarc }) {
		if (dmarc === undefined || dmarc.length > 0) return [];
		return [
			{
				location: atName(domain, "DMARC"),
				evidence: [{ source: `DNS TXT _dmarc.${domain}`, text: "No record that begins with v=DMARC1" }],
			},
		];
	},
};
