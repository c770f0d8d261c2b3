import { atEndpoint } from "../../at-endpoint.ts";
import type { CertificateEvidence } from "../../evidence.ts";
import type { RuleOver } from "../../rule.ts";
import { certificateEvidence } from "./certificate-evidence.ts";

const DAY = 86_400_000;
/** Browsers refuse more from public authorities, for certificates that begin on this day or later. */
const MOST_DAYS = 398;
const SINCE = Date.UTC(2020, 8, 1);

export const certificateTooLong: RuleOver<CertificateEvidence> = {
	meta: {
		id: "certificate-too-long",
		title: "The certificate is valid for longer than browsers allow",
		severity: "high",
		cwe: 324,
		why: {
			owner: "Browsers show a warning instead of your site.",
			engineer: `The certificate is valid for more than ${MOST_DAYS} days. Since September 2020 browsers refuse such certificates of public authorities, because a stolen key would work for too long.`,
		},
		fix: {
			owner: "Ask your host for a new certificate.",
			engineer: "Issue one for 90 days or less, and renew it automatically.",
		},
	},
	judge(evidence) {
		const { validFrom, validTo, selfSigned, untrusted } = evidence;
		// Those of a company's own authority may live longer, and browsers do not trust it anyway.
		if (selfSigned || untrusted !== undefined || validFrom.getTime() < SINCE) return [];
		const days = Math.ceil((validTo.getTime() - validFrom.getTime()) / DAY);
		if (days <= MOST_DAYS) return [];
		return [
			{ location: atEndpoint(evidence.endpoint), evidence: [certificateEvidence(evidence, `Valid for ${days} days`)] },
		];
	},
};
