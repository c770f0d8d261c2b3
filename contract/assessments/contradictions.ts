import type { Proposal } from "./assessments.ts";
import { askedOf, metOf, type Standings, standingIn } from "./progress.ts";
import { choicesOf, type Met, type Question, type Template } from "./template.ts";

/** An answer, and the observation that contradicts it. */
export type Contradiction = { question: Question; proposal: Proposal };

/**
 * Answers that an observation contradicts: they claim more than scans saw, or that the question does not apply. An answer that
 * claims less than scans saw does not count: people know what scans cannot see. Questions where people differ are skipped until one
 * answer is picked.
 */
export const contradictionsOf = (
	template: Pick<Template, "sections">,
	standings: Standings,
	proposals: readonly Proposal[],
): Contradiction[] =>
	askedOf(template, standings).flatMap((question) => {
		const proposal = proposals.find(
			({ questionId, answer }) => questionId === question.id && answer.source.from === "observation",
		);
		if (!proposal || question.type !== "choice") return [];
		const standing = standingIn(standings, question.id);
		const { value } = proposal.answer;
		if (standing.status !== "answered" || standing.word.answer.value?.type !== "choice") return [];
		const seen = choicesOf(question).find(({ id }) => value?.type === "choice" && id === value.choice)?.met ?? null;
		return seen !== null && RANK[seen] < rankOf(metOf(question, standing)) ? [{ question, proposal }] : [];
	});

const RANK = { no: 0, partly: 1, yes: 2 } as const;
/** "Does not apply" ranks as met. */
const rankOf = (met: Met): number => RANK[met ?? "yes"];
