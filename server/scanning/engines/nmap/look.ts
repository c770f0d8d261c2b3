import type { Finding, ScanFact } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import { supportFacts } from "../shared/facts.ts";
import { type OpenService, softwareOf } from "./evidence.ts";
import { judge } from "./judge.ts";

/** Judges the open services of one host. Pure. */
export function lookAtServices(
	services: readonly OpenService[],
	now: Date,
): { findings: Finding[]; facts: ScanFact[] } {
	return { findings: dedupe(judge(services, now)), facts: supportFacts(softwareOf(services), now) };
}
