import type { Finding, ScanFact } from "#contract/findings/findings.ts";
import { dedupe } from "../shared/dedupe.ts";
import { supportFacts } from "../shared/facts.ts";
import { type OpenService, softwareOf } from "./evidence.ts";
import { judge } from "./judge.ts";

/** Judges the open services of one host. `isCut`: they name more software than we look at. Pure. */
export function lookAtServices(
	services: readonly OpenService[],
	now: Date,
): { findings: Finding[]; facts: ScanFact[]; isCut: boolean } {
	const { software, isCut } = softwareOf(services);
	return { findings: dedupe(judge(services, now)), facts: supportFacts(software, now), isCut };
}
