import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

export const certificateWeakKey: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-weak-key",
		title: "The key of the certificate is too short",
		severity: "medium",
		cwe: 326,
		why: {
			owner:
				"An attacker with enough computing power can work out the key that proves who you are. More and more browsers refuse such keys.",
			engineer:
				"RSA keys below 2048 bits and curves below 224 bits are within reach of known attacks; public authorities no longer sign them.",
		},
		fix: {
			owner: "Ask your host to renew the certificate with a new, longer key.",
			engineer: "Create a new key, RSA 2048 or better ECDSA P-256, and have a new certificate issued for it.",
		},
	},
	judge(evidence) {
		const { type, bits } = evidence.key;
		const least = type.startsWith("rsa") ? 2048 : type === "ec" ? 224 : 0;
		if (bits === undefined || bits >= least) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, `Key: ${type.toUpperCase()} with ${bits} bits`)],
				...(type.startsWith("rsa") && bits <= 1024 ? { severity: "high" } : {}),
			},
		];
	},
};
