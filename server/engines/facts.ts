import type { ScanFact } from "#contract/findings.ts";
import type { CertificateEvidence, Evidences, Part, SeenSoftware } from "./baseline/evidence.ts";
import { supportFor } from "./baseline/rules/end-of-life.ts";
import { tidy } from "./finding.ts";

/** When each of these certificates ends. */
export const certificateFacts = (certificates: readonly CertificateEvidence[]): ScanFact[] =>
	certificates.map(({ endpoint: { host, port }, validTo }) => ({
		what: "certificate",
		host,
		port,
		detail: "",
		endsAt: validTo.toISOString(),
	}));

/** When support of this software ends or has ended, where the day is known. */
export const supportFacts = (software: readonly SeenSoftware[], now: Date): ScanFact[] =>
	software.flatMap((seen): ScanFact[] => {
		const support = supportFor(seen, now);
		if (support.status === "unknown" || support.end === undefined) return [];
		const { host, port } = seen.endpoint;
		const detail = tidy(`${seen.name} ${seen.version}`, 100);
		return [{ what: "end-of-life", host, port, detail, endsAt: `${support.end}T00:00:00.000Z` }];
	});

const OF_PART: { readonly [P in Part]?: (units: readonly Evidences[P][], now: Date) => ScanFact[] } = {
	certificate: certificateFacts,
	software: (units, now) => units.flatMap(({ software }) => supportFacts(software, now)),
	content: (units, now) => units.flatMap(({ software }) => supportFacts(software, now)),
};

/** What ends on a day, of what was collected for one part of our own checks. */
export const factsOf = <P extends Part>(part: P, units: readonly Evidences[P][], now: Date): ScanFact[] =>
	OF_PART[part]?.(units, now) ?? [];
