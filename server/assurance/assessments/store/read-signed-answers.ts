import type { WordId } from "#contract/assessments/answers.ts";
import { assessmentId, type Proposal, type Signer } from "#contract/assessments/assessments.ts";
import { standingsOf } from "#contract/assessments/progress.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { AnswerSource } from "#contract/questionnaires/sources.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { json, readRows, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { SeenClient } from "#server/platform/tenancy/scope.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { signedAnswers } from "../signed-answers.ts";
import { GOOD_DAYS } from "./assessment-evidence.ts";
import { readTheseWords } from "./read-words.ts";

/** How many signed assessments of a client answer questions, the newest first. */
const SIGNED_ASSESSMENTS = 100;

/** An answer of a signed assessment. */
export type SignedAnswer = {
	id: WordId;
	question: string;
	answer: string;
	/** The heading of its section. */
	section: string;
	source: Extract<AnswerSource, { type: "assessment" }>;
};

/**
 * The assessments whose answers count for their clients, as a table of a statement: signed and not reopened since, not about a supplier, and the
 * newest of its template and subject that anyone signed. If the newest one was changed since, no older one speaks in its place. That the
 * signatures stand is for each row of `sign_offs` to say. `which`: a condition on `assessments`.
 */
const speaking = (which: string): string =>
	`(SELECT * FROM (
	   SELECT DISTINCT ON (client_id, template_id, subject) assessments.*, signed_at
	   FROM assessments JOIN LATERAL (SELECT max(said_at) AS signed_at FROM sign_offs
	     WHERE (sign_offs.workspace_id, sign_offs.assessment_id) = (assessments.workspace_id, assessments.id)
	   ) AS ever ON signed_at IS NOT NULL
	   WHERE ${which} ORDER BY client_id, template_id, subject, signed_at DESC, id DESC
	 ) AS newest WHERE state IN ('signed', 'closed') AND NOT (template_kind = 'vendor' AND subject <> ''))`;

/** The ids of all signed answers in a workspace that may be used on a day: read once by a statement, however many rows ask for them. */
export const signedAnswersOn = (workspaceId: string, day: string): string =>
	`SELECT unnest(signed.covers) FROM ${speaking(`workspace_id = ${workspaceId}`)} AS speaking
	   JOIN sign_offs AS signed ON (signed.workspace_id, signed.assessment_id) = (speaking.workspace_id, speaking.id)
	 WHERE signed.voided_at IS NULL AND (signed.said_at AT TIME ZONE 'UTC')::date + ${GOOD_DAYS} >= ${day}::date`;

const SIGNED = {
	id: uuid,
	title: text,
	subject: text,
	template: json<Template>(),
	covers: texts,
	signers: json<Signer[]>(),
	observed: json<Proposal[]>(),
	said_at: time,
};

/**
 * The answers of a client's signed assessments, the newest signed first, also those that have expired. `only`: no others than those of
 * the assessments that these words are from.
 */
export async function readSignedAnswers(
	db: Executor,
	{ workspaceId, clientId }: SeenClient,
	only: readonly string[] | null = null,
): Promise<SignedAnswer[]> {
	const rows = await readRows(
		db,
		SIGNED,
		`SELECT speaking.id, title, subject, template, covers::text[] AS covers, signers, observed, said_at
		 FROM (SELECT * FROM ${speaking("workspace_id = $1 AND client_id = $2")} AS speaking
		   WHERE $3::uuid[] IS NULL
		     OR id IN (SELECT assessment_id FROM assessment_words WHERE workspace_id = $1 AND assessment_words.id = ANY ($3))
		   ORDER BY signed_at DESC, id DESC LIMIT ${SIGNED_ASSESSMENTS}) AS speaking
		   JOIN sign_offs AS signed ON (signed.workspace_id, signed.assessment_id) = (speaking.workspace_id, speaking.id)
		 WHERE voided_at IS NULL ORDER BY said_at DESC, signed.id DESC`,
		[workspaceId, clientId, only],
	);
	const answers: SignedAnswer[] = [];
	// All signatures that stand are over the same answers.
	for (const [id, signed] of Map.groupBy(rows, (row) => row.id)) {
		const [newest] = signed;
		if (!newest) continue;
		const { title, subject, template, covers, observed } = newest;
		const words = await readTheseWords(db, { workspaceId, assessmentId: id }, covers);
		const signing = {
			assessmentId: assessmentId.parse(id),
			title,
			template: template.title,
			subject,
			signedBy: [...new Set(signed.toReversed().flatMap(({ signers }) => signers.map(({ name }) => name)))].join(", "),
			signedAt: newest.said_at.toISOString(),
			expiresOn: plusDays(dayOf(newest.said_at), GOOD_DAYS),
		};
		for (const told of signedAnswers({ template, subject, standings: standingsOf(words), observed })) {
			const { word, ...answer } = told;
			const { id: wordId, questionId, saidAt: answeredAt } = word;
			const source = { type: "assessment", wordId, questionId, answeredAt, ...signing } as const;
			answers.push({ id: wordId, ...answer, source });
		}
	}
	return answers;
}
