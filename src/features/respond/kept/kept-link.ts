import * as z from "zod/mini";
import {
	type Answer,
	type AnswerWord,
	answer,
	isSameAnswer,
	latestOf,
	type WordId,
	wordId,
} from "#contract/assessments/answers.ts";
import { askedOf, type Progress, progressOf, type Standings, standingsOf } from "#contract/assessments/progress.ts";
import { respondDetail } from "#contract/assessments/respond.ts";
import { type Question, type QuestionId, questionId, type Section } from "#contract/assessments/template.ts";

/** The person's last answer to a question on this device, sent or not. */
const said = z.object({
	id: wordId,
	questionId,
	answer,
	/** The words of this link that it replaces. */
	after: z.array(wordId),
	saidAt: z.iso.datetime(),
});
export type Said = z.infer<typeof said>;

/** Everything this device keeps of a link. */
export const keptLink = z.object({
	/** The secret of the link, for asking for another code; null if it was opened without. It opens nothing without the mailbox. */
	token: z.nullable(z.string()),
	/** Where codes go, with its middle hidden. */
	email: z.string(),
	/** As the server last showed it. */
	detail: respondDetail,
	/** By question: the last answer given here. */
	said: z.record(z.string(), said),
	/** When it was last looked at, in milliseconds: a device may keep several links. */
	usedAt: z.number(),
});
export type KeptLink = z.infer<typeof keptLink>;

const EMPTY: Answer = { value: null, note: "", evidence: [] };

const asWord = (one: Said): AnswerWord => ({ ...one, by: { accountId: null, name: "" }, receivedAt: null });

/** The words about a question that have not been replaced, newest last. All are from one person, so the last one counts. */
function latest({ detail, said }: KeptLink, id: string): readonly AnswerWord[] {
	const here = said[id];
	const known = detail.words.filter((word) => word.questionId === id && word.id !== here?.id);
	const words = here ? [...known, asWord(here)] : known;
	return latestOf(words).toSorted((one, other) => (one.saidAt < other.saidAt ? -1 : 1));
}

/** How a question was answered; without a value, a note or a file if it was not. */
export const answerOf = (link: KeptLink, id: string): Answer => latest(link, id).at(-1)?.answer ?? EMPTY;

/** The state of all of a link's questions, and which ones are asked because of that. */
export type LinkStandings = { standings: Standings; asked: readonly Question[] };

export function standingsOfLink(link: KeptLink): LinkStandings {
	const { template } = link.detail;
	const questions = template.sections.flatMap((section) => section.questions);
	const standings = standingsOf(questions.flatMap(({ id }) => latest(link, id).at(-1) ?? []));
	return { standings, asked: askedOf(template, standings) };
}

/** Which questions of a section are asked, and how far they are answered. */
export function progressOfSection(
	{ standings, asked }: LinkStandings,
	section: Section,
): { questions: Question[]; progress: Progress } {
	const questions = asked.filter((one) => section.questions.some(({ id }) => id === one.id));
	return { questions, progress: progressOf(questions, standings) };
}

/**
 * The link after an answer. An unsent answer is overwritten; otherwise this adds a new word, which replaces everything said
 * before. `sent`: the ids of the words that are on their way or at the server.
 */
export function answered(
	link: KeptLink,
	question: QuestionId,
	next: Answer,
	{ sent, id, now }: { sent: ReadonlySet<string>; id: WordId; now: Date },
): KeptLink {
	if (isSameAnswer(answerOf(link, question), next)) return link;
	const here = link.said[question];
	const known = new Set<string>(link.detail.words.map((word) => word.id));
	const isOpen = here && !sent.has(here.id) && !known.has(here.id);
	const word: Said = {
		id: isOpen ? here.id : id,
		questionId: question,
		answer: next,
		after: isOpen ? here.after : latest(link, question).map((one) => one.id),
		saidAt: now.toISOString(),
	};
	return { ...link, said: { ...link.said, [question]: word } };
}

/** What was said here about these questions that is neither on its way nor at the server. */
export function unsentOf(link: KeptLink, questions: readonly { id: string }[], sent: ReadonlySet<string>): Said[] {
	const known = new Set<string>(link.detail.words.map((word) => word.id));
	return questions.flatMap(({ id }) => {
		const here = link.said[id];
		return here && !sent.has(here.id) && !known.has(here.id) ? here : [];
	});
}
