import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateNotStapled: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-not-stapled",
		title: "The certificate demands a proof that the server does not send",
		severity: "high",
		cwe: 299,
		why: {
			owner: "Visitors with Firefox see an error instead of your site.",
			engineer:
				"The certificate has the TLS feature status_request (“must-staple”, RFC 7633), and no OCSP response came with it. Firefox refuses such a connection.",
		},
		fix: {
			owner: "Ask your host for a certificate without this demand, or to send the proof.",
			engineer:
				"Turn on OCSP stapling, or issue the certificate without must-staple; many authorities no longer answer OCSP.",
		},
	},
	judge(evidence) {
		if (!evidence.mustStaple || evidence.stapled !== false) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, "Must-staple, and no OCSP response was sent")],
			},
		];
	},
};
