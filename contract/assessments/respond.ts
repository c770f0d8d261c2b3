import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { givenTime } from "#contract/given-time.ts";
import { answer, answerWord, wordId } from "./answers.ts";
import { respondentId, sentPart } from "./respondents.ts";
import { questionId, sectionId, template } from "./template.ts";

/** How long a code works, how often it may be tried, and how many a link gets per day. */
export const CODE_MINUTES = 15;
export const CODE_TRIES = 5;
export const CODES_A_DAY = 5;

/** The secret in a link. The link is the page `/answer` with this token after a `#`. */
const token = z
	.string("This link is incomplete.")
	.check(atMost(43, "This link is incomplete."), z.regex(/^[\w-]{43}$/, "This link is incomplete."));
export const respondToken = z.strictObject({ token });

/**
 * `POST respond/link/`: what a link is about, for anyone who has it. 404 `not_found`, always with the same message, for a link that
 * never existed, expired, was revoked or was replaced by a newer email.
 */
export const respondOffer = z.object({
	respondentId,
	/** The names of the workspace and the member who ask. Untrusted, like all texts here. */
	workspace: z.string(),
	askedBy: z.string(),
	/** The client on whose behalf they ask; left out if the workspace asks for itself. */
	client: z.optional(z.string()),
	/** What the assessment is called. */
	title: z.string(),
	/** The title of its template. */
	questions: z.string(),
	/** The sections asked, with the number of questions in each. */
	sections: z.array(z.object({ id: sectionId, title: z.string(), questions: z.int() })),
	/** The last day (UTC) on which the link works. */
	endsOn: z.iso.date(),
	/** Where codes go, with the middle hidden. */
	email: z.string(),
});
export type RespondOffer = z.infer<typeof respondOffer>;

/** `POST respond/session/`: trades the emailed code for a session for this one link. */
export const respondCode = z.strictObject({
	token,
	code: z
		.string("Please give the code.")
		.check(z.trim(), atMost(20, "This is not a code."), z.regex(/^(?:\s*\d){6}\s*$/, "The code has six digits.")),
});
export const respondConfirmed = z.object({ respondentId });

/** `GET respond/{respondentId}/`: everything a respondent sees. */
export const respondDetail = z.object({
	respondentId,
	workspace: z.string(),
	askedBy: z.string(),
	/** See `respondOffer`. */
	client: z.optional(z.string()),
	title: z.string(),
	/** The respondent's own name, as members see it beside the answers. */
	name: z.string(),
	endsOn: z.iso.date(),
	/** Only the sections asked. */
	template,
	/** Only this respondent's own, oldest first. */
	words: z.array(answerWord),
	parts: z.array(sentPart),
	/** False: the assessment is closed and takes no answers. */
	open: z.boolean(),
});
export type RespondDetail = z.infer<typeof respondDetail>;

/** `POST respond/answers/`: a respondent's word. Sending the same word again changes nothing, whatever its key. */
export const respondAnswer = z.strictObject({
	id: wordId,
	respondentId,
	questionId,
	/** Without files: a respondent may not refer to the workspace's evidence. */
	answer: answer.check(
		z.refine(({ evidence }) => evidence.length === 0, "An answer through a link can’t have files of the workspace."),
	),
	/** The respondent's own words that it replaces. Members' words stay beside it. */
	after: z.array(wordId).check(z.maxLength(50, "That is too many words.")),
	saidAt: givenTime,
});
export type RespondAnswer = z.infer<typeof respondAnswer>;

/** `POST respond/parts/`: a section is completely answered. It can be sent again after a change. */
export const respondPart = z.strictObject({ respondentId, section: sectionId, saidAt: givenTime });
export type RespondPart = z.infer<typeof respondPart>;
