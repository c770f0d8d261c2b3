import type { ScanFact } from "#contract/findings/findings.ts";
import type { CertificateEvidence, SeenSoftware } from "./evidence.ts";
import { sanitize } from "./foreign-text.ts";
import { supportFor } from "./rules/software/end-of-life.ts";

/** When each of these certificates expires. */
export const certificateFacts = (certificates: readonly CertificateEvidence[]): ScanFact[] =>
	certificates.map(({ endpoint: { host, port }, validTo }) => ({
		what: "certificate",
		host,
		port,
		detail: "",
		endsAt: validTo.toISOString(),
	}));

/** When support for this software ends or ended, if the date is known. */
export const supportFacts = (software: readonly SeenSoftware[], now: Date): ScanFact[] =>
	software.flatMap((seen): ScanFact[] => {
		const support = supportFor(seen, now);
		if (support.status === "unknown" || support.end === undefined) return [];
		const { host, port } = seen.endpoint;
		const detail = sanitize(`${seen.name} ${seen.version}`, 100);
		return [{ what: "end-of-life", host, port, detail, endsAt: `${support.end}T00:00:00.000Z` }];
	});
