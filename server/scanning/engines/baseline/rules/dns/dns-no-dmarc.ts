import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";

export const dnsNoDmarc: Rule<"mail"> = {
	meta: {
		id: "dns-no-dmarc",
		title: "Forged email in your name is not rejected",
		severity: "medium",
		cwe: 290,
		why: {
			owner: "Email that pretends to come from you is delivered, because your domain does not say what to do with it.",
			engineer:
				"There is no DMARC record, or more than one, so receivers apply no policy to email that fails SPF and DKIM, and you get no reports.",
		},
		fix: {
			owner: "Ask your email provider for a DMARC record that only collects reports at first.",
			engineer:
				"Publish one `_dmarc` TXT `v=DMARC1; p=none; rua=mailto:…`, read the reports, then move to quarantine and reject.",
		},
	},
	judge({ domain, dmarc }) {
		// Receivers treat several records as none (RFC 7489, 6.6.3).
		if (dmarc === undefined || dmarc.length === 1) return [];
		const texts = dmarc.length === 0 ? ["No record that begins with v=DMARC1"] : dmarc;
		return [
			{
				location: atName(domain, "DMARC"),
				evidence: texts.map((text) => ({ source: `DNS TXT _dmarc.${domain}`, text })),
			},
		];
	},
};
