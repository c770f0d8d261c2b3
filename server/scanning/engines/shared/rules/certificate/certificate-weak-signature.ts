import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateWeakSignature: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-weak-signature",
		title: "The certificate is signed with an outdated method",
		severity: "high",
		cwe: 328,
		why: {
			owner: "Browsers show a warning instead of your site, because the certificate's signature can be forged.",
			engineer:
				"The signature uses SHA-1 or MD5, for which collisions are practical; browsers have refused it since 2017.",
		},
		fix: {
			owner: "Ask your host for a new certificate.",
			engineer: "Issue a certificate signed with SHA-256 or better; public authorities do so by default.",
		},
	},
	judge(evidence) {
		if (!/sha-?1(?!\d)|md[245]/i.test(evidence.signature ?? "")) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, `Signature: ${evidence.signature}`)],
			},
		];
	},
};
