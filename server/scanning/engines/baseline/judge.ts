import type { Finding } from "#contract/findings/findings.ts";
import { judgeWith } from "../shared/finding.ts";
import type { Evidences, Part } from "./evidence.ts";
import { RULES } from "./registry.ts";

export const ENGINE = "baseline";

/** Runs every rule of one part on what was collected for it. Pure. */
export function judge<P extends Part>(part: P, units: readonly Evidences[P][], now: Date): Finding[] {
	return RULES[part].flatMap((rule) => units.flatMap((unit) => judgeWith(ENGINE, [rule], unit, now)));
}
