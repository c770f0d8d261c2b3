import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateHostMismatch: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-host-mismatch",
		title: "The certificate is for another name",
		severity: "high",
		cwe: 297,
		why: {
			owner: "Visitors see a warning that this may not be your site, because the certificate carries another name.",
			engineer: "No subject alternative name covers the host, so clients end the connection.",
		},
		fix: {
			owner: "Ask your host for a certificate that names this address.",
			engineer:
				"Issue a certificate with the host in its subject alternative names, and check that SNI picks the right one.",
		},
	},
	judge(evidence) {
		if (evidence.coversHost) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [
					certificateEvidence(evidence, `Names: ${evidence.names || "none"}; asked for ${evidence.endpoint.host}`),
				],
			},
		];
	},
};
