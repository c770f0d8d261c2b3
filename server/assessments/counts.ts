import { askedOf, progressOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";

/** How far an assessment is, as its row keeps it. */
export type Counts = Record<"answered" | "asked" | "missing" | "differing" | "gaps", number>;

export function countsOf(template: Pick<Template, "sections">, standings: Standings): Counts {
	const questions = askedOf(template, standings);
	const { answered, asked, missing, gaps } = progressOf(questions, standings);
	const differing = questions.filter(({ id }) => standingIn(standings, id).status === "differs").length;
	return { answered, asked, missing: missing.length, differing, gaps: gaps.length };
}
