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

/** Of a row of `assessments`: the newest signature, whether it stands or not. */
const signedAt = (row: string): string =>
	`(SELECT max(said_at) FROM sign_offs WHERE (sign_offs.workspace_id, sign_offs.assessment_id) = (${row}.workspace_id, ${row}.id))`;

/**
 * For a row `assessments`: whether it speaks for its client. It is signed and was not reopened, is not about a supplier, and is the newest
 * of its template and subject that anyone signed: if the newest one was changed since, an older one does not speak in its place.
 * That its signatures stand is for each row of `sign_offs` to say.
 */
const SPEAKS = `assessments.state IN ('signed', 'closed')
  AND NOT (assessments.template_kind = 'vendor' AND assessments.subject <> '')
  AND NOT EXISTS (SELECT FROM assessments AS newer
    WHERE (newer.workspace_id, newer.client_id, newer.template_id, newer.subject)
        = (assessments.workspace_id, assessments.client_id, assessments.template_id, assessments.subject)
      AND (${signedAt("newer")}, newer.id) > (${signedAt("assessments")}, assessments.id))`;

/** Whether a word, an expression for a UUID in a workspace, is a signed answer that may be used on a day. */
export const isSignedAnswer = (word: { workspaceId: string; id: string }, day: string): string =>
	`EXISTS (SELECT FROM assessment_words AS word
	   JOIN assessments ON (assessments.workspace_id, assessments.id) = (word.workspace_id, word.assessment_id)
	   JOIN sign_offs AS signed ON (signed.workspace_id, signed.assessment_id) = (word.workspace_id, word.assessment_id)
	 WHERE word.workspace_id = ${word.workspaceId} AND word.id = ${word.id} AND signed.voided_at IS NULL AND word.id = ANY (signed.covers)
	   AND (signed.said_at AT TIME ZONE 'UTC')::date + ${GOOD_DAYS} >= ${day}::date AND ${SPEAKS})`;

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
		`SELECT assessments.id, title, subject, template, covers::text[] AS covers, signers, observed, said_at
		 FROM (SELECT * FROM assessments WHERE workspace_id = $1 AND client_id = $2 AND ${SPEAKS}
		     AND ($3::uuid[] IS NULL
		       OR id IN (SELECT assessment_id FROM assessment_words WHERE workspace_id = $1 AND assessment_words.id = ANY ($3)))
		   ORDER BY ${signedAt("assessments")} DESC, id DESC LIMIT ${SIGNED_ASSESSMENTS}) AS assessments
		   JOIN sign_offs AS signed ON (signed.workspace_id, signed.assessment_id) = (assessments.workspace_id, assessments.id)
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
