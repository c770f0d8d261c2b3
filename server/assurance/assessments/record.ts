import { speakerText, wordsIn } from "#contract/assessments/answers.ts";
import type { Proposal, Signer } from "#contract/assessments/assessments.ts";
import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { askedOf, metOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import type { Question, Template } from "#contract/assessments/template.ts";

type Recorded = {
	id: string;
	title: string;
	subject: string;
	template: Template;
	standings: Standings;
	revision: number;
	/** What scans observed. */
	observed: readonly Proposal[];
	/** The hash of the answers. */
	sha256: string;
	/** Left out: it was submitted, but not signed. */
	signOff?: { id: string; signers: readonly Signer[]; saidAt: string };
};

/** What is recorded about answers: the questions that were asked, word for word, and who answered what. */
export function assessmentRecord({ template, standings, observed, signOff, ...of }: Recorded): Record<string, unknown> {
	const { id, version, title, source } = template;
	return {
		assessment: {
			...of,
			template: { id, version, title, source },
			answers: askedOf(template, standings).map((question) => answerRecord(question, standings)),
			contradictions: contradictionsOf(template, standings, observed).map(({ question, proposal }) => ({
				question: question.id,
				observed: proposal.answer.source,
				by: proposal.label,
			})),
			...(signOff && {
				signOff: { ...signOff, signers: signOff.signers.map(({ email: _, ...signer }) => signer) },
			}),
		},
	};
}

function answerRecord(question: Question, standings: Standings) {
	const standing = standingIn(standings, question.id);
	return {
		question: question.id,
		text: question.text,
		provision: question.provision,
		controls: question.controls,
		status: standing.status,
		met: metOf(question, standing),
		words: wordsIn(standing).map(({ id, answer, by, saidAt }) => ({ id, ...answer, by: speakerText(by), saidAt })),
	};
}
