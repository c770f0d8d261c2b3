import type { Evidence } from "#contract/findings/findings.ts";
import type { CertificateEvidence } from "../../evidence.ts";

/** Evidence from a certificate: which one it is, and the fact that matters. */
export function certificateEvidence({ endpoint, subject, issuer }: CertificateEvidence, fact: string): Evidence {
	return {
		source: `Certificate shown by ${endpoint.host} port ${endpoint.port} at ${endpoint.at.address}`,
		text: `${fact} (subject ${subject || "empty"}, issuer ${issuer || "empty"})`,
	};
}
