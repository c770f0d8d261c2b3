import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateNotYetValid: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-not-yet-valid",
		title: "The certificate is not valid yet",
		severity: "high",
		cwe: 298,
		why: {
			owner: "Visitors see a warning until the certificate becomes valid.",
			engineer: "The certificate's notBefore date is in the future: a clock is wrong, or it was installed too early.",
		},
		fix: {
			owner: "Ask your host to install a valid certificate.",
			engineer: "Check the clock of the machine that issued it, and serve the previous certificate until then.",
		},
	},
	judge(evidence, now) {
		if (evidence.validFrom <= now) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, `Valid from ${evidence.validFrom.toISOString().slice(0, 10)}`)],
			},
		];
	},
};
