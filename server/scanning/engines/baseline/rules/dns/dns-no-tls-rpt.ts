import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";
import { isTlsRpt, whyNone } from "./smtp-tls.ts";

export const dnsNoTlsRpt: Rule<"mail"> = {
	meta: {
		id: "dns-no-tls-rpt",
		title: "You get no reports of email to you that could not be encrypted",
		severity: "none",
		cwe: null,
		why: {
			owner:
				"Nothing is broken. Large mail providers would send you daily reports about failed encryption if you asked.",
			engineer:
				"The domain has MX records and no valid TLS-RPT record (RFC 8460), so senders do not report expired certificates, failed STARTTLS or MTA-STS and DANE policies that do not match.",
		},
		fix: {
			owner: "Ask your email provider where such reports could be sent.",
			engineer: "Publish one `_smtp._tls` TXT `v=TLSRPTv1; rua=mailto:…`.",
		},
	},
	judge({ domain, receiving }) {
		const evidence = whyNone(`DNS TXT _smtp._tls.${domain}`, receiving?.tlsRpt, isTlsRpt);
		return evidence.length === 0 ? [] : [{ location: atName(domain, "TLS-RPT"), evidence }];
	},
};
