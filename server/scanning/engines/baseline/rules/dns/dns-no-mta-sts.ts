import type { Rule } from "../../rule.ts";
import { atName } from "../places.ts";
import { isMtaSts, whyNone } from "./smtp-tls.ts";

export const dnsNoMtaSts: Rule<"mail"> = {
	meta: {
		id: "dns-no-mta-sts",
		title: "Email to you may be sent unencrypted",
		severity: "none",
		cwe: 319,
		why: {
			owner:
				"Nothing is broken. Mail servers encrypt email to you if they can, and someone on the way can make them think that they cannot.",
			engineer:
				"The domain has MX records and no valid MTA-STS record (RFC 8461), so senders fall back to plain SMTP or accept any certificate, unless DANE protects your mail servers, which we do not look at.",
		},
		fix: {
			owner: "Ask your email provider whether MTA-STS can be switched on.",
			engineer:
				"Publish one `_mta-sts` TXT `v=STSv1; id=20260101` and the policy at `https://mta-sts.DOMAIN/.well-known/mta-sts.txt`; begin with `mode: testing` and TLS-RPT, then enforce.",
		},
	},
	judge({ domain, receiving }) {
		const evidence = whyNone(`DNS TXT _mta-sts.${domain}`, receiving?.mtaSts, isMtaSts);
		return evidence.length === 0 ? [] : [{ location: atName(domain, "MTA-STS"), evidence }];
	},
};
