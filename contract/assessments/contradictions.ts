import type { Proposal } from "./assessments.ts";
import { askedOf, metOf, type Standings, standingIn } from "./progress.ts";
import { choicesOf, type Met, type Question, type Template } from "./template.ts";

/** An answer, and the observation that speaks against it. */
export type Contradiction = { question: Question; proposal: Proposal };

/**
 * Answers that an observation speaks against: they say that more is met than scans saw, or that it does not apply. An answer that says
 * less than scans saw is none: people know what scans cannot see. Of questions where people differ, nothing is said before one is picked.
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
/** What does not apply is as good as met. */
const rankOf = (met: Met): number => RANK[met ?? "yes"];
