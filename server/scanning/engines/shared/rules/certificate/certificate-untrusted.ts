import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateUntrusted: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-untrusted",
		title: "Browsers do not trust the certificate",
		severity: "high",
		cwe: 295,
		why: {
			owner:
				"No independent authority vouches for this certificate. Visitors see a warning, and a forged copy of your site would show the same one.",
			engineer:
				"The chain does not lead to a public root: the certificate is self-signed, its authority is unknown, or an intermediate is missing.",
		},
		fix: {
			owner: "Ask your host for a certificate from a public authority; they are free.",
			engineer:
				"Get a certificate with ACME, and install the full chain (certificate and intermediates), not the leaf alone.",
		},
	},
	judge(evidence) {
		if (!evidence.selfSigned && evidence.untrusted === undefined) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [
					certificateEvidence(
						evidence,
						evidence.selfSigned ? "Self-signed" : `Chain not trusted: ${evidence.untrusted}`,
					),
				],
			},
		];
	},
};
