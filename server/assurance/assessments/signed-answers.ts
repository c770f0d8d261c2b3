import type { AnswerWord } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { askedOf, type Standings, standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question, Template } from "#contract/assessments/template.ts";
import { ANSWER_LIMIT } from "#contract/questionnaires/questionnaires.ts";

type Signed = {
	template: Template;
	/** What it is about, if that is not the client. */
	subject: string;
	/** The answers that the signatures cover. */
	standings: Standings;
	/** What scans observed when it was signed. */
	observed: readonly Proposal[];
};

/** A signed answer in words that can be read without the assessment. */
export type ToldAnswer = { word: AnswerWord; question: string; section: string; answer: string };

/** What these say is a picture, belongs to one device or day, or is nothing at all. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["photo", "signature", "place", "asset-tag", "not-seen"]);

/**
 * The signed answers that can answer someone else's questions. Left out are answers that are not a text, questions that people
 * answered differently, and answers that claim more than scans saw. Pure.
 */
export function signedAnswers({ template, subject, standings, observed }: Signed): ToldAnswer[] {
	const contradicted = new Set(contradictionsOf(template, standings, observed).map(({ question }) => question.id));
	const sections = new Map(template.sections.flatMap(({ title, questions }) => questions.map(({ id }) => [id, title])));
	return askedOf(template, standings).flatMap((question) => {
		const standing = standingIn(standings, question.id);
		if (standing.status !== "answered" || contradicted.has(question.id)) return [];
		const answer = toldAnswer(question, standing.word, subject);
		if (answer === null) return [];
		return [{ word: standing.word, question: question.text, section: sections.get(question.id) ?? "", answer }];
	});
}

/** An answer as sentences; null if it says nothing as a text, or more than an answer may have. */
function toldAnswer(question: Question, { answer }: AnswerWord, subject: string): string | null {
	const { value, note } = answer;
	if (value === null || SAYS_NOTHING.has(value.type)) return null;
	// "None of them" needs the choices beside it.
	if (value.type === "several" && value.choices.length === 0) return null;
	const about = subject === "" ? "" : `${subject}: `;
	const told = `${about}${sentence(shownAnswer(question, answer))}${note === "" ? "" : ` ${note}`}`;
	return told.length > ANSWER_LIMIT ? null : told;
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
