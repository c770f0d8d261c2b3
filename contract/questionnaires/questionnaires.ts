import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { clientId } from "#contract/ids.ts";
import { QUESTIONNAIRE_MEDIA_TYPES, QUESTIONNAIRE_TYPES } from "./file-types.ts";
import { mapping, sourcesPlace, understoodTable } from "./mapping.ts";
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
	/** JSON of what its tables are (`mapping`), for a file in which no questions were found. Left out: as they are found. */
	mapping: z.optional(z.string().check(atMost(4_000, "Please name fewer tables."))),
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
	/** Identifies its text: send it with the answer, which then never lands on another question. */
	textMark: z.string(),
	/** What its answer cells contained when the file arrived; may be empty. */
	standing: z.string(),
	/** The place in `lists` of the values that its answer cell accepts; null if it accepts any text. */
	list: z.nullable(z.int()),
	/** Whether the file has a cell for the answer’s text: a cell with a list may stand alone. */
	hasText: z.boolean(),
	state: z.enum(QUESTION_STATES),
	/** Empty unless it is confirmed. */
	answer: z.string(),
	/** The value that goes into the cell with a list; empty if none does. */
	choice: z.string(),
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

/** How the file was understood. */
const understanding = {
	/** Rises with each reading: a change names the one that it was made on. */
	version: z.int(),
	/** At most MAPPED_TABLES. Empty for one that was read before tables were kept, or came without its file. */
	tables: z.array(understoodTable),
};

/** `GET questionnaires/{questionnaireId}/`. */
export const questionnaireDetail = z.object({
	...summary.shape,
	questions: z.array(question),
	/** The values that answer cells accept, each list once. */
	lists: z.array(z.array(z.string())),
	...understanding,
	/** Where the sources of answers go when the file is filled. */
	sources: sourcesPlace,
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
	...understanding,
});
export type QuestionnaireAdded = z.infer<typeof questionnaireAdded>;

/** `PATCH questionnaires/{questionnaireId}/`. Fields that are left out stay as they are. */
export const questionnaireChange = z.strictObject({
	title: z.optional(title),
	customer: z.optional(customer),
	/** Null: none. */
	due: z.optional(z.nullable(due)),
	state: z.optional(questionnaireState),
	/** Where sources go when the file is filled. The next questionnaire of this client begins with the same. */
	sources: z.optional(sourcesPlace),
});
export type QuestionnaireChange = z.infer<typeof questionnaireChange>;

const version = z.coerce.number("Please name the version that this is about.").check(z.int(), z.minimum(1));
/** Whether confirmed answers may go whose questions are not found any more. Without it, nothing changes if there are any. */
const loseAnswers = z.optional(z.enum(["true", "false"], "Please say true or false."));

/** `POST questionnaires/{questionnaireId}/tables/`: what its tables are. The file is read again; answers stay with their questions. */
export const tablesChange = z.strictObject({
	version: z.int("Please name the version that this is about."),
	mapping,
	/** Whether confirmed answers may go whose questions are not found any more. Left out: nothing changes if there are any. */
	loseAnswers: z.optional(z.boolean()),
});
export type TablesChange = z.infer<typeof tablesChange>;

/** Query of `POST questionnaires/{questionnaireId}/file/`, whose body is a newer file of the same questionnaire. */
export const newerFile = z.object({ version, fileName: questionnaireUpload.shape.fileName, loseAnswers });
export type NewerFile = z.infer<typeof newerFile>;

/** 200 of both. */
export const questionnaireReadAgain = z.object({
	...questionnaireAdded.shape,
	/** Confirmed answers that went, because their questions were not found any more. */
	lost: z.int(),
});
export type QuestionnaireReadAgain = z.infer<typeof questionnaireReadAgain>;

/** `details` of `file_refused`: what was seen in a file without questions. */
export const fileRefused = z.object({ notTaken: z.array(notTaken), tables: z.array(understoodTable) });

/** `details` of `answers_would_go`. */
export const answersWouldGo = z.object({ lost: z.int() });

/** Query of `GET questionnaires/{questionnaireId}/file/`. */
export const fillingQuery = z.object({
	/** What happens to cells that already hold something. Left out: they keep it. */
	full: z.optional(z.enum(["keep", "replace"], "Full cells are kept or replaced.")),
});
export type FillingQuery = z.infer<typeof fillingQuery>;
