import type { AnswerStanding, AnswerWord } from "./answers.ts";
import { standingOf, wordsIn } from "./answers.ts";
import { choicesOf, type Met, type Question, type QuestionId, questionsOf, type Template } from "./template.ts";

/** The standing of each question of a template, by id. */
export type Standings = ReadonlyMap<QuestionId, AnswerStanding>;

const OPEN: AnswerStanding = { status: "open" };

/** The standing of each question after these words. */
export function standingsOf(words: readonly AnswerWord[]): Standings {
	const byQuestion = Map.groupBy(words, ({ questionId }) => questionId);
	return new Map([...byQuestion].map(([id, said]) => [id, standingOf(said)]));
}

export const standingIn = (standings: Standings, id: QuestionId): AnswerStanding => standings.get(id) ?? OPEN;

/** Whether a question is asked: its condition holds, and so does that of the question it depends on. */
function isAsked({ showIf }: Question, standings: Standings, byId: ReadonlyMap<QuestionId, Question>): boolean {
	if (!showIf) return true;
	const on = byId.get(showIf.question);
	const standing = standingIn(standings, showIf.question);
	if (!on || !isAsked(on, standings, byId)) return false;
	// While two people differ, a question is asked if either answer calls for it.
	return wordsIn(standing).some(
		({ answer: { value } }) => value?.type === "choice" && showIf.is.includes(value.choice),
	);
}

/** The questions that are asked after these answers, in their order. */
export function askedOf(template: Pick<Template, "sections">, standings: Standings): Question[] {
	const all = questionsOf(template);
	const byId = new Map(all.map((question) => [question.id, question]));
	return all.filter((question) => isAsked(question, standings, byId));
}

/** What a question still needs before it is done. */
export type Missing = "answer" | "pick" | "more";

/** What a question lacks; null if nothing. `pick`: people differ. `more`: it needs a photo or a note. */
export function missingOf(question: Question, standing: AnswerStanding): Missing | null {
	switch (standing.status) {
		case "open":
			return question.optional ? null : "answer";
		case "differs":
			return "pick";
		case "answered": {
			const { value, note, evidence } = standing.word.answer;
			const isNotSeen = value?.type === "not-seen";
			if (question.type === "photo" || question.type === "signature") {
				return isNotSeen || evidence.length > 0 ? null : "more";
			}
			if (question.type !== "choice" || !question.needsMore) return null;
			const isGap = isGapIn(metOf(question, standing));
			return isGap && note === "" && evidence.length === 0 ? "more" : null;
		}
	}
}

/** How good the answer to a choice question is; null if the answer does not say, or there is none. */
export function metOf(question: Question, standing: AnswerStanding): Met {
	if (question.type !== "choice" || standing.status !== "answered") return null;
	const { value } = standing.word.answer;
	if (value?.type !== "choice") return null;
	return choicesOf(question).find(({ id }) => id === value.choice)?.met ?? null;
}

/** Whether it is met partly or not at all. */
export const isGapIn = (met: Met): boolean => met === "no" || met === "partly";

export type Progress = {
	/** Of the questions asked, how many have an answer, and how many there are. */
	answered: number;
	asked: number;
	/** Of these, how many people answered differently. */
	differing: number;
	/** In their order. */
	missing: { question: Question; why: Missing }[];
	/** Choice questions met partly or not at all, the unmet ones first. */
	gaps: { question: Question; met: Met }[];
	/** Whole percent of what applies: a yes counts 1, a partly one half. Null when nothing that applies is answered. */
	percent: number | null;
};

const WORTH = { yes: 1, partly: 0.5, no: 0 } as const;

/** How many of these questions are answered, and how well. */
export function progressOf(questions: readonly Question[], standings: Standings): Progress {
	const all = questions.map((question) => ({ question, standing: standingIn(standings, question.id) }));
	const mets = all.map(({ question, standing }) => ({ question, met: metOf(question, standing) }));
	const worths = mets.flatMap(({ met }) => (met === null ? [] : WORTH[met]));
	const sum = worths.reduce<number>((total, worth) => total + worth, 0);
	return {
		answered: all.filter(({ standing }) => standing.status !== "open").length,
		asked: all.length,
		differing: all.filter(({ standing }) => standing.status === "differs").length,
		missing: all.flatMap(({ question, standing }) => {
			const why = missingOf(question, standing);
			return why === null ? [] : { question, why };
		}),
		gaps: (["no", "partly"] as const).flatMap((worst) => mets.filter(({ met }) => met === worst)),
		percent: worths.length === 0 ? null : Math.round((sum / worths.length) * 100),
	};
}
