import * as z from "zod/mini";
import { atMost, inOneLine } from "#contract/at-most.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { sha256 } from "#contract/evidence/files.ts";
import { place } from "#contract/evidence/place.ts";
import { givenTime } from "#contract/given-time.ts";
import { accountId, clientId } from "#contract/ids.ts";
import { answer, answerSource, answerWord, wordId } from "./answers.ts";
import { ASSESSMENT_MOVES, assessmentState } from "./state.ts";
import { questionId, TEMPLATE_KINDS, template, templateId } from "./template.ts";

/** Most assessments of one client. */
export const ASSESSMENTS_LIMIT = 2_000;
/** Most words about one assessment, sign-offs aside. */
export const WORDS_LIMIT = 20_000;
/** Most words that one signature covers. A question where people differ counts several. */
const COVERED_LIMIT = 1_000;
/** Most people who sign at once. */
export const SIGNERS_LIMIT = 8;

/** A UUID v7 made on the device, so that answers can refer to it while it waits to be sent. */
export const assessmentId = z.uuid("This is not an assessment’s ID.").brand<"AssessmentId">();
export type AssessmentId = z.infer<typeof assessmentId>;

const line = (most: number, what: string) =>
	z
		.string(`Please give ${what}.`)
		.check(inOneLine(), z.trim(), z.minLength(1, `Please give ${what}.`), atMost(most, "That text is too long."));

/** `POST assessments/`: starts one. 409 `already_exists` if its ID is taken, 404 if the template has no such version. */
export const assessmentRequest = z.strictObject({
	id: assessmentId,
	template: z.strictObject({ id: templateId, version: template.shape.version }),
	/** What it is called: `Visit to the Lagos office`. Untrusted text. */
	title: line(200, "a title"),
	/** Whom or what it is about, if that is not the client itself: a supplier, a site. Empty if it is. Untrusted text. */
	subject: z.string("Please give a text.").check(inOneLine(), z.trim(), atMost(200, "That text is too long.")),
	saidAt: givenTime,
});
export type AssessmentRequest = z.infer<typeof assessmentRequest>;

/** `POST assessments/answers/`: a word about one question. It is stored even if the question has another answer by now. */
export const answerRequest = z.strictObject({
	id: wordId,
	assessmentId,
	questionId,
	answer,
	/** All words about the question that stood on the device, including those waiting there. */
	after: z.array(wordId).check(z.maxLength(50, "That is too many words.")),
	saidAt: givenTime,
});
export type AnswerRequest = z.infer<typeof answerRequest>;

/** `POST assessments/states/`: changes its state. If several people do, the latest `saidAt` wins. */
export const stateRequest = z
	.strictObject({
		assessmentId,
		state: z.enum(ASSESSMENT_MOVES, `It can become one of ${ASSESSMENT_MOVES.join(", ")}.`),
		/** Required for `returned`. Untrusted text. */
		reason: z.string("Please give the reason as text.").check(z.trim(), atMost(1_000, "That reason is too long.")),
		saidAt: givenTime,
	})
	.check(z.refine(({ state, reason }) => state !== "returned" || reason !== "", "Please give the reason."));
export type StateRequest = z.infer<typeof stateRequest>;

const signer = z.strictObject({
	name: line(120, "the name"),
	/** The person's role: `Head of IT, Acme Bank`. */
	role: line(120, "the role"),
	/** Where the signed copy goes. Left out: nowhere. */
	email: z.optional(z.email("Please give an email address.").check(atMost(254, "That address is too long."))),
	/** The picture of the signature: a piece of evidence. */
	signature: evidenceId,
});
export type Signer = z.infer<typeof signer>;

/** `POST assessments/sign-offs/`: signatures over the answers as they stood on the device that took them. */
export const signOffRequest = z.strictObject({
	id: z.uuid("This is not a sign-off’s ID."),
	assessmentId,
	/** The words that stood, which the hash covers: `coveredWords` (signed-text.ts). */
	covers: z
		.array(wordId)
		.check(z.minLength(1, "Nothing was answered yet."), z.maxLength(COVERED_LIMIT, "Please pick answers first.")),
	/** SHA-256 in hex of `signedText` (signed-text.ts). */
	sha256,
	signers: z
		.array(signer)
		.check(z.minLength(1, "A person has to sign."), z.maxLength(SIGNERS_LIMIT, `At most ${SIGNERS_LIMIT} can sign.`)),
	place: z.optional(place),
	saidAt: givenTime,
});
export type SignOffRequest = z.infer<typeof signOffRequest>;

const person = z.object({ accountId, name: z.string() });

const signOff = z.object({
	id: z.uuid(),
	/** The revision that was signed, from 1. */
	revision: z.int(),
	sha256,
	signers: z.array(signer),
	place: z.nullable(place),
	saidAt: z.iso.datetime(),
	by: person,
	/** When a later change of an answer voided it. Null while it is valid. */
	voidedAt: z.nullable(z.iso.datetime()),
});
export type SignOff = z.infer<typeof signOff>;

/** An assessment in a list. */
const assessmentSummary = z.object({
	id: assessmentId,
	clientId,
	title: z.string(),
	subject: z.string(),
	templateId,
	templateVersion: z.int(),
	templateTitle: z.string(),
	templateKind: z.enum(TEMPLATE_KINDS),
	state: assessmentState,
	/** Why it was returned; empty otherwise. */
	stateReason: z.string(),
	startedAt: z.iso.datetime(),
	startedBy: person,
	/** The newest answer, state or signature. */
	changedAt: z.iso.datetime(),
	answered: z.int(),
	asked: z.int(),
	missing: z.int(),
	/** Questions that people answered differently. */
	differing: z.int(),
	/** Questions met partly or not at all. */
	gaps: z.int(),
	/** From 1; goes up with the first change after a sign-off. */
	revision: z.int(),
});
export type AssessmentSummary = z.infer<typeof assessmentSummary>;

/** Filter of `GET assessments/`. */
export const assessmentFilter = z.object({
	state: z.optional(assessmentState),
	template: z.optional(templateId),
});
export type AssessmentFilter = z.infer<typeof assessmentFilter>;

/** `GET assessments/`: most recently changed first, page by page. */
export const assessmentPage = z.object({ assessments: z.array(assessmentSummary), next: z.nullable(z.string()) });
export type AssessmentPage = z.infer<typeof assessmentPage>;

/** `GET assessments/{assessmentId}/`. */
export const assessmentDetail = z.object({
	...assessmentSummary.shape,
	/** As it was when the assessment started. */
	template,
	/** Everything that was said, oldest first. */
	words: z.array(answerWord),
	/** Newest first. */
	signOffs: z.array(signOff),
	/** The reader submitted it, and another member may review it, who has to accept it. Left out: that is not so. */
	needsOtherReviewer: z.optional(z.boolean()),
});
export type AssessmentDetail = z.infer<typeof assessmentDetail>;

/** A suggested answer. A person confirms each. */
const proposal = z.object({
	questionId,
	answer: z.object({ ...answer.shape, source: answerSource }),
	/** Shown with it: `Nmap EOL scan of mail.example.com`, or the title of the previous assessment. */
	label: z.string(),
	/** For last time's answer: the assessment that it is from. The previous release leaves it out. */
	assessmentId: z.optional(z.uuid()),
});
export type Proposal = z.infer<typeof proposal>;

/** Filter of `GET assessments/proposals/`. */
export const proposalQuery = z.object({
	template: templateId,
	/** What the assessment is about, if that is not the client. Left out: last time's answers may be about any subject. */
	subject: z.optional(z.string().check(z.trim(), atMost(200, "That text is too long."))),
});
export type ProposalQuery = z.infer<typeof proposalQuery>;

/**
 * `GET assessments/proposals/?template=…`: for an assessment of the client that is about to start or under way, from its scans, and
 * from the newest signed, accepted or closed assessment with the same template. An observation takes precedence over last time's
 * answer. Scans of the client say nothing about a supplier.
 */
export const proposalList = z.object({ proposals: z.array(proposal) });
export type ProposalList = z.infer<typeof proposalList>;

/** A complete template in the list, so that an assessment can start offline. `own`: the workspace loaded it. */
const listedTemplate = z.object({ template, own: z.boolean() });
export type ListedTemplate = z.infer<typeof listedTemplate>;

/** `GET assessments/templates/`: the newest version of each. */
export const templateList = z.object({ templates: z.array(listedTemplate) });
export type TemplateList = z.infer<typeof templateList>;

/** 200 of `POST assessments/templates/`: the template, loaded as the next version of its ID. */
export const templateLoaded = z.object({ template });

/** `details` of a 422 `file_refused`: the first things to change in the file, and where each one is. */
export const templateRefusal = z.object({ faults: z.array(z.object({ place: z.string(), why: z.string() })) });
export type TemplateRefusal = z.infer<typeof templateRefusal>;
