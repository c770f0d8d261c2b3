import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { clientId } from "#contract/ids.ts";
import { QUESTIONNAIRE_MEDIA_TYPES, QUESTIONNAIRE_TYPES } from "./file-types.ts";
import { answerSource } from "./sources.ts";

/** Most questionnaires of one client. */
export const QUESTIONNAIRES_LIMIT = 500;
/** Accepted media types for a questionnaire. */
export const QUESTIONNAIRE_FILES = QUESTIONNAIRE_TYPES.map((type) => QUESTIONNAIRE_MEDIA_TYPES[type]);
/** Most characters of an answer. */
export const ANSWER_LIMIT = 5_000;
/** How many approved answers, signed answers and facts are suggested for one question, best first. */
export const PROPOSALS = 3;

export const questionnaireId = z.uuid("This is not a questionnaire ID.").brand<"QuestionnaireId">();
export type QuestionnaireId = z.infer<typeof questionnaireId>;

/** The place of a question in its file: `2!B7`, `7`, `t2r5`, `p12`. */
export const questionId = z
	.string("Please name a question.")
	.check(z.minLength(1, "Please name a question."), atMost(60, "This is not a question."));

/** `open → answered → archived`; a person can move it in any direction. */
export const QUESTIONNAIRE_STATES = ["open", "answered", "archived"] as const;
export const questionnaireState = z.enum(
	QUESTIONNAIRE_STATES,
	`A questionnaire is one of ${QUESTIONNAIRE_STATES.join(", ")}.`,
);
export type QuestionnaireState = z.infer<typeof questionnaireState>;

/** `proposed → confirmed`, or `needs-person → confirmed`; a person can move either back to `needs-person`. */
export const QUESTION_STATES = ["proposed", "needs-person", "confirmed"] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

const title = z
	.string("Please give a title.")
	.check(inOneLine(), z.trim(), z.minLength(1, "Please give a title."), atMost(200, "That title is too long."));
const customer = z
	.string("Please name the customer.")
	.check(inOneLine(), z.trim(), atMost(100, "That name is too long."));
const due = z.iso.date("Please give the day as YYYY-MM-DD.");

/** Query of `POST questionnaires/`, whose body is the file. */
export const questionnaireUpload = z.object({
	title,
	/** Empty: not named. */
	customer,
	/** Left out: none. */
	due: z.optional(due),
	/** What the file is called. */
	fileName: z
		.string("Please give the file’s name.")
		.check(
			inOneLine(),
			z.trim(),
			z.minLength(1, "Please give the file’s name."),
			atMost(255, "That file’s name is too long."),
		),
});
export type QuestionnaireUpload = z.infer<typeof questionnaireUpload>;

/** A questionnaire in a list. Untrusted texts, like all here. */
const summary = z.object({
	id: questionnaireId,
	clientId,
	title: z.string(),
	/** Who sent it; empty if nobody said. */
	customer: z.string(),
	/** The due date; null if it has none. */
	due: z.nullable(z.iso.date()),
	state: questionnaireState,
	fileName: z.string(),
	fileType: z.enum(QUESTIONNAIRE_TYPES),
	uploadedAt: z.iso.datetime(),
	uploadedBy: z.string(),
	/** As of today: expired library answers are no longer proposed. */
	counts: z.object({ questions: z.int(), confirmed: z.int(), proposed: z.int(), needsPerson: z.int() }),
});
export type Questionnaire = z.infer<typeof summary>;

/** Filter of `GET questionnaires/`. */
export const questionnaireFilter = z.object({
	/** Left out: open. */
	state: z.optional(questionnaireState),
});
export type QuestionnaireFilter = z.infer<typeof questionnaireFilter>;

/** `GET questionnaires/`: the newest first, page by page. */
export const questionnairePage = z.object({
	questionnaires: z.array(summary),
	next: z.nullable(z.string()),
	/** How many there are in each state. */
	counts: z.object({ open: z.int(), answered: z.int(), archived: z.int() }),
});
export type QuestionnairePage = z.infer<typeof questionnairePage>;

/** An approved answer, an answer of a signed assessment, or an observed fact that may answer questions, as it is now. */
const proposal = z.object({
	/** The ID of an approved answer or of an entry in an assessment, or `fact:` and the ID of a fact. */
	id: z.string(),
	/** Identifies the answer's current wording: if the answer changes, so does its mark. */
	mark: z.string(),
	question: z.string(),
	answer: z.string(),
	source: answerSource,
});
export type Proposal = z.infer<typeof proposal>;

const question = z.object({
	id: questionId,
	/** For display: `Security, row 7`. */
	place: z.string(),
	/** The heading above it; empty if none. */
	section: z.string(),
	text: z.string(),
	/** What its answer cell contained when the file arrived; may be empty. */
	standing: z.string(),
	state: z.enum(QUESTION_STATES),
	/** Empty unless it is confirmed. */
	answer: z.string(),
	/** The source of the confirmed answer; null unless it is confirmed. */
	source: z.nullable(answerSource),
	confirmed: z.nullable(z.object({ by: z.string(), at: z.iso.datetime() })),
	/**
	 * What has happened since it was confirmed to the library's answer or to that of a signed assessment; null for all others.
	 * `withdrawn`, for an assessment: its signatures no longer stand, or a newer one took its place.
	 */
	libraryNow: z.nullable(z.enum(["same", "changed", "expired", "withdrawn"])),
	/** Whether the library has this answer to this question. */
	inLibrary: z.boolean(),
	/** Close matches, best first. For a `proposed` question, the first one is the proposal. */
	proposals: z.array(z.string()),
});
export type Question = z.infer<typeof question>;

/** A row or sheet that asks something but was not imported, or whose answers go into a column that the file does not have yet. */
export const notTaken = z.object({ place: z.string(), why: z.string() });
export type NotTaken = z.infer<typeof notTaken>;

/** `GET questionnaires/{questionnaireId}/`. */
export const questionnaireDetail = z.object({
	...summary.shape,
	questions: z.array(question),
	/** The proposals that questions refer to. */
	proposals: z.array(proposal),
	notTaken: z.array(notTaken),
	/** When its questions were last matched. */
	matchedAt: z.iso.datetime(),
	/** False if it was handed over without its file: there is nothing to fill in. */
	hasFile: z.boolean(),
});
export type QuestionnaireDetail = z.infer<typeof questionnaireDetail>;

/** 201 of `POST questionnaires/`. */
export const questionnaireAdded = z.object({
	id: questionnaireId,
	counts: summary.shape.counts,
	notTaken: z.array(notTaken),
});
export type QuestionnaireAdded = z.infer<typeof questionnaireAdded>;

/** `PATCH questionnaires/{questionnaireId}/`. Fields that are left out stay as they are. */
export const questionnaireChange = z.strictObject({
	title: z.optional(title),
	customer: z.optional(customer),
	/** Null: none. */
	due: z.optional(z.nullable(due)),
	state: z.optional(questionnaireState),
});
export type QuestionnaireChange = z.infer<typeof questionnaireChange>;
