import type { ScanFact } from "#contract/findings/findings.ts";
import { certificateFacts, supportFacts } from "../shared/facts.ts";
import type { Evidences, Part } from "./evidence.ts";

const OF_PART: { readonly [P in Part]?: (units: readonly Evidences[P][], now: Date) => ScanFact[] } = {
	certificate: certificateFacts,
	software: (units, now) => units.flatMap(({ software }) => supportFacts(software, now)),
	content: (units, now) => units.flatMap(({ software }) => supportFacts(software, now)),
};

/** What expires on a known day, among what was collected for one part of our own checks. */
export const factsOf = <P extends Part>(part: P, units: readonly Evidences[P][], now: Date): ScanFact[] =>
	OF_PART[part]?.(units, now) ?? [];
