import type { Question, QuestionSection } from "virtual:self-assessment";

export const CHOICES = ["yes", "partly", "no", "not-applicable"] as const;
export type Choice = (typeof CHOICES)[number];

/** The answer to one question. Texts are as typed. */
export type SelfAnswer = {
	choice?: Choice;
	evidence?: string;
	owner?: string;
	/** YYYY-MM-DD. */
	due?: string;
};

/** Answers by question id. */
export type SelfAnswers = Record<string, SelfAnswer>;

export type SectionScore = {
	answered: number;
	questions: number;
	/** Those not answered as not applicable. */
	applying: number;
	/**
	 * Whole percent of all that applies: a "yes" counts 1, a "partly" one half, and what is not answered nothing. Null when nothing that
	 * applies is answered.
	 */
	percent: number | null;
};

const WORTH: Record<Choice, number | null> = { yes: 1, partly: 0.5, no: 0, "not-applicable": null };

/** How far a list of questions is answered, and how well. */
export function score(questions: readonly Question[], answers: SelfAnswers): SectionScore {
	const choices = questions.flatMap(({ id }) => answers[id]?.choice ?? []);
	const worths = choices.flatMap((choice) => WORTH[choice] ?? []);
	const sum = worths.reduce((total, worth) => total + worth, 0);
	const applying = questions.length - (choices.length - worths.length);
	return {
		answered: choices.length,
		questions: questions.length,
		applying,
		percent: worths.length === 0 ? null : Math.round((sum / applying) * 100),
	};
}

export type Gap = { question: Question; section: string; answer: SelfAnswer };

/** The questions answered with no or partly, in that order: the to-do list. */
export function gaps(sections: readonly QuestionSection[], answers: SelfAnswers): Gap[] {
	const all = sections.flatMap(({ title, questions }) =>
		questions.map((question) => ({ question, section: title, answer: answers[question.id] ?? {} })),
	);
	return (["no", "partly"] as const).flatMap((choice) => all.filter(({ answer }) => answer.choice === choice));
}

/** `answers` with one of them changed; an empty text is removed. */
export function answered(answers: SelfAnswers, id: string, change: SelfAnswer): SelfAnswers {
	const kept = Object.entries({ ...answers[id], ...change }).filter(([, value]) => value !== "");
	return { ...answers, [id]: Object.fromEntries(kept) };
}

const TEXT_LIMIT = 2_000;
const isChoice = (value: unknown): value is Choice => CHOICES.some((choice) => choice === value);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
/** Whether a day can be displayed. */
const isDay = (value: unknown): value is string =>
	typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= TEXT_LIMIT;

/** Reads the saved answers. What cannot be read is left out, so that a damaged draft never breaks the whole form. */
export function readAnswers(text: string | null): SelfAnswers {
	if (text === null) return {};
	let stored: unknown;
	try {
		stored = JSON.parse(text);
	} catch {
		return {};
	}
	if (!isObject(stored)) return {};
	return Object.fromEntries(
		Object.entries(stored).flatMap(([id, value]): [string, SelfAnswer][] => {
			if (!isObject(value)) return [];
			const { choice, evidence, owner, due } = value;
			const answer: SelfAnswer = {
				...(isChoice(choice) && { choice }),
				...(isText(evidence) && { evidence }),
				...(isText(owner) && { owner }),
				...(isDay(due) && { due }),
			};
			return [[id, answer]];
		}),
	);
}
