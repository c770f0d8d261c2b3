import { askedOf, progressOf, type Standings } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";

/** An assessment's progress, as its row stores it. */
export type Counts = Record<"answered" | "asked" | "missing" | "differing" | "gaps", number>;

export function countsOf(template: Pick<Template, "sections">, standings: Standings): Counts {
	const { answered, asked, differing, missing, gaps } = progressOf(askedOf(template, standings), standings);
	return { answered, asked, missing: missing.length, differing, gaps: gaps.length };
}
