import { askedOf, progressOf, type Standings } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";

/** How far an assessment is, as its row keeps it. */
export type Counts = Record<"answered" | "asked" | "missing" | "differing" | "gaps", number>;

export function countsOf(template: Pick<Template, "sections">, standings: Standings): Counts {
	const { answered, asked, differing, missing, gaps } = progressOf(askedOf(template, standings), standings);
	return { answered, asked, missing: missing.length, differing, gaps: gaps.length };
}
