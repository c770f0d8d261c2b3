import * as z from "zod/mini";
import { atMost } from "#contract/at-most.ts";
import { sha256 } from "#contract/evidence/files.ts";
import { givenTime } from "#contract/given-time.ts";
import { QUESTIONNAIRE_BYTES, QUESTIONNAIRE_TYPES } from "#contract/questionnaires/file-types.ts";
import { MAPPED_TABLES, mapping, sourcesPlace, understoodTable } from "#contract/questionnaires/mapping.ts";
import {
	notTaken,
	PROPOSALS,
	QUESTION_STATES,
	questionId,
	questionnaireState,
} from "#contract/questionnaires/questionnaires.ts";
import { answerSource, FACT_IDS, libraryAnswerId, observation } from "#contract/questionnaires/sources.ts";

const short = z.string().check(atMost(500, "A text is too long."));
const long = z.string().check(atMost(20_000, "A text is too long."));
const time = givenTime;
const id = z.uuid();
const path = z.string().check(z.regex(/^files\/questionnaires\/[0-9a-f]{64}\.(?:xlsx|csv|docx)$/));
const candidate = z.union([z.uuid(), z.string().check(z.regex(/^fact:[a-z-]{1,40}$/))]);

const questionInFile = z.object({
	id: questionId,
	place: short,
	section: long,
	text: long,
	standing: long,
	/** Files of older versions have no lists. */
	list: z._default(z.nullable(z.int()), null),
	hasText: z._default(z.boolean(), true),
	state: z.enum(QUESTION_STATES),
	candidates: z.array(candidate).check(z.maxLength(PROPOSALS)),
	answer: long,
	choice: z._default(long, ""),
	source: z.nullable(answerSource),
	saidAt: z.nullable(time),
	/** A name. Accounts are not in the file. */
	saidBy: short,
});

/** `data/questionnaires-….json`: lists of customers' questionnaires with their questions. In all of these, people are just names. */
export const questionnaireInFile = z.object({
	id,
	title: short,
	customer: short,
	due: z.nullable(z.iso.date()),
	state: questionnaireState,
	fileName: short,
	fileType: z.enum(QUESTIONNAIRE_TYPES),
	sha256,
	size: z.int().check(z.minimum(1), z.maximum(QUESTIONNAIRE_BYTES)),
	/** Null: it did not fit into this file. */
	file: z.nullable(path),
	notTaken: z.array(notTaken),
	/** How the file was understood, what a person said about that, and the values that its cells accept. */
	tables: z._default(z.array(understoodTable).check(z.maxLength(MAPPED_TABLES)), []),
	mapping: z._default(mapping, {}),
	lists: z._default(z.array(z.array(long)).check(z.maxLength(20_000)), []),
	sources: z._default(sourcesPlace, "column"),
	/** What scans had observed when its questions were last matched. */
	facts: z
		.array(z.object({ id: z.enum(FACT_IDS), question: long, answer: long, words: long, source: observation }))
		.check(z.maxLength(100)),
	matchedAt: time,
	uploadedAt: time,
	uploadedBy: short,
	questions: z.array(questionInFile).check(z.maxLength(20_000)),
});

/** `data/library-….json`: lists of answers in the library. */
export const libraryAnswerInFile = z.object({
	id: libraryAnswerId,
	question: long,
	answer: z.string().check(z.minLength(1), atMost(20_000, "A text is too long.")),
	tags: z.array(short).check(z.maxLength(100)),
	evidence: z.array(id).check(z.maxLength(100)),
	approvedAt: time,
	approvedBy: short,
	expiresOn: z.iso.date(),
	withdrawn: z.boolean(),
	said: z.record(z.string().check(atMost(30, "A field is too long.")), time),
});

/** `data/replies-….json`: lists of what people said about questions and library answers, oldest first. */
export const answerWordInFile = z.object({
	subjectType: z.enum(["questionnaire", "library-answer"]),
	subjectId: id,
	field: z.string().check(atMost(60, "A field is too long.")),
	shown: long,
	saidAt: time,
	receivedAt: time,
	saidBy: short,
	counted: z.boolean(),
});
