import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateExpired: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-expired",
		title: "The certificate has expired",
		severity: "high",
		cwe: 298,
		why: {
			owner:
				"Visitors see a full-page warning instead of your site, and many leave. Those who click on can no longer tell your site from a copy.",
			engineer: "The certificate is past its notAfter date; browsers and API clients refuse the connection.",
		},
		fix: {
			owner: "Ask your host to renew the certificate today and to make renewal automatic.",
			engineer:
				"Renew it, check that the server has loaded the new file, and automate renewal with ACME and an alarm two weeks ahead.",
		},
	},
	judge(evidence, now) {
		if (evidence.validTo >= now) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, `Valid until ${evidence.validTo.toISOString().slice(0, 10)}`)],
			},
		];
	},
};
