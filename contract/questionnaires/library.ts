import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { givenTime } from "#contract/given-time.ts";
import { clientId } from "#contract/ids.ts";
import { answerText } from "./answers.ts";
import { libraryAnswerId } from "./sources.ts";

/** Most answers in the library of one client, without withdrawn ones. */
export const LIBRARY_LIMIT = 2_000;
/** Days after which an answer expires unless its reviewer says otherwise. */
export const LIBRARY_DAYS = 365;
const TAGS = 20;
const EVIDENCE = 20;

/** An answer is `expired` after its last day, and `withdrawn` once a reviewer withdraws it; neither is proposed. */
export const LIBRARY_STATES = ["approved", "expired", "withdrawn"] as const;
const libraryState = z.enum(LIBRARY_STATES, `An answer is one of ${LIBRARY_STATES.join(", ")}.`);
export type LibraryState = z.infer<typeof libraryState>;

const questionText = z
	.string("Please give the question as text.")
	.check(z.trim(), z.minLength(1, "Please give a question."), atMost(2_000, "That question is too long."));
const tag = z
	.string("A tag is text.")
	.check(inOneLine(), z.trim(), z.minLength(1, "A tag is not empty."), atMost(60, "That tag is too long."));

/** An approved answer. Untrusted texts, like all here. */
const libraryAnswer = z.object({
	id: libraryAnswerId,
	clientId,
	question: z.string(),
	answer: z.string(),
	/** More words that find it. */
	tags: z.array(z.string()),
	/** What shows that it is true. */
	evidence: z.array(z.object({ evidenceId, title: z.string() })),
	state: libraryState,
	/** Who approved the current wording, and when. */
	approved: z.object({ by: z.string(), at: z.iso.datetime() }),
	/** The last day on which it may be used. */
	expiresOn: z.iso.date(),
	/** In how many questions it was confirmed. */
	uses: z.int(),
});
export type LibraryAnswer = z.infer<typeof libraryAnswer>;

/** Filter of `GET library-answers/`. */
export const libraryFilter = z.object({
	/** Left out: all but withdrawn ones. */
	state: z.optional(libraryState),
	/** Part of the question, the answer or a tag, ignoring case. */
	q: z.optional(z.string().check(z.trim(), atMost(200, "That is too long to search for."))),
});
export type LibraryFilter = z.infer<typeof libraryFilter>;

/** `GET library-answers/`: the ones approved last first, page by page. */
export const libraryPage = z.object({
	answers: z.array(libraryAnswer),
	next: z.nullable(z.string()),
	/** How many there are in each state, with the same `q`. */
	counts: z.object({ approved: z.int(), expired: z.int(), withdrawn: z.int() }),
});
export type LibraryPage = z.infer<typeof libraryPage>;

/**
 * `POST library-answers/`: what a reviewer says about an answer in the library. The first request adds it, and needs a question, an
 * answer and a last day. For each field, the latest `saidAt` wins. The person who gives question, answer and last day approves
 * them.
 */
export const libraryWord = z.strictObject({
	/** Made on the device, so that later requests can refer to it while it waits. */
	id: libraryAnswerId,
	change: z.strictObject({
		question: z.optional(questionText),
		answer: z.optional(answerText),
		tags: z.optional(z.array(tag).check(z.maxLength(TAGS, `Please give at most ${TAGS} tags.`))),
		evidence: z.optional(
			z.array(evidenceId).check(z.maxLength(EVIDENCE, `Please name at most ${EVIDENCE} pieces of evidence.`)),
		),
		expiresOn: z.optional(z.iso.date("Please give the last day as YYYY-MM-DD.")),
		withdrawn: z.optional(z.boolean("Please say whether it is withdrawn.")),
	}),
	saidAt: givenTime,
});
export type LibraryWord = z.infer<typeof libraryWord>;
