import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

const DAY = 86_400_000;

export const certificateExpiresSoon: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-expires-soon",
		title: "The certificate expires soon",
		severity: "low",
		cwe: 298,
		why: {
			owner: "In a few days visitors will see a warning instead of your site, unless the certificate is renewed.",
			engineer:
				"Less than a quarter of the certificate's life, and less than 30 days, is left: automatic renewal should have happened by now.",
		},
		fix: {
			owner: "Ask your host whether renewal is automatic and when it runs.",
			engineer: "Renew it now and find out why the renewal job has not.",
		},
	},
	judge(evidence, now) {
		const left = evidence.validTo.getTime() - now.getTime();
		const life = evidence.validTo.getTime() - evidence.validFrom.getTime();
		// Certificates that live for a week are renewed a day or two ahead, so a share of the lifetime works better than a number of
		// days.
		if (left < 0 || left > Math.min(30 * DAY, life / 4)) return [];
		return [
			{
				location: atEndpoint(evidence.endpoint),
				evidence: [certificateEvidence(evidence, `Valid until ${evidence.validTo.toISOString().slice(0, 10)}`)],
				// By then renewal has failed more than once.
				...(left < Math.min(7 * DAY, life / 10) ? { severity: "medium" } : {}),
			},
		];
	},
};
