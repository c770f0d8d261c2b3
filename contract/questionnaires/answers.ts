import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { givenTime } from "#contract/given-time.ts";
import { ANSWER_LIMIT, questionId, questionnaireId } from "./questionnaires.ts";

/** Most questions in one request. */
export const ANSWERS_AT_ONCE = 100;

export const NOT_APPLICABLE = "Not applicable";

/** An answer’s text, as it goes into the file. */
export const answerText = z
	.string("Please give the answer as text.")
	.check(z.trim(), z.minLength(1, "Please give an answer."), atMost(ANSWER_LIMIT, "That answer is too long."));

/** The value for a cell that accepts only those of a list; left out: none, or the one that the text begins with. */
const choice = z.optional(
	z.string("Please give the choice as text.").check(atMost(ANSWER_LIMIT, "That choice is too long.")),
);

const said = z.discriminatedUnion(
	"type",
	[
		/** The proposal is right. `mark` is that of the proposal as read: if it has changed since, it is not confirmed. */
		z.strictObject({
			type: z.literal("confirm"),
			mark: z.string().check(atMost(100, "This is not a proposal.")),
			choice,
		}),
		/** The answer in a person’s own words, which confirms it. */
		z.strictObject({ type: z.literal("answer"), text: answerText, choice }),
		/** No answer yet: takes a confirmation back, or rejects a proposal. */
		z.strictObject({ type: z.literal("needs-person") }),
	],
	"Please confirm a proposal, give an answer, or say that a person is needed.",
);
export type AnswerSaid = z.infer<typeof said>;

/** `POST questionnaires/answers/`: what a person says about questions. For each question, the latest `saidAt` wins. */
export const answerWords = z.strictObject({
	questionnaireId,
	answers: z
		.array(
			z.strictObject({
				questionId,
				/** Of the question as read. If its file was read again since, the answer follows the question to its new place. */
				textMark: z.optional(z.string().check(atMost(100, "This is not a question."))),
				said,
			}),
		)
		.check(
			z.minLength(1, "Please name a question."),
			z.maxLength(ANSWERS_AT_ONCE, `Please name at most ${ANSWERS_AT_ONCE} questions.`),
		),
	saidAt: givenTime,
});
export type AnswerWords = z.infer<typeof answerWords>;
