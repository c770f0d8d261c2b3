import { ASSESSMENTS_LIMIT, WORDS_LIMIT } from "#contract/assessments/assessments.ts";
import { faultsOf } from "#contract/assessments/template.ts";
import { insertAll } from "#server/platform/db/insert-all.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { type ClientFileContents, type Destination, personOf } from "#server/platform/tenancy/taking-in.ts";

const OF_CLIENT = { workspace_id: "uuid", client_id: "uuid" };
const ASSESSMENT = {
	...OF_CLIENT,
	id: "uuid",
	title: "text",
	subject: "text",
	template_id: "text",
	template_version: "integer",
	template_title: "text",
	template_kind: "text",
	template: "jsonb",
	state: "text",
	state_reason: "text",
	state_said_at: "timestamptz",
	started_at: "timestamptz",
	started_by: "uuid",
	started_by_name: "text",
	changed_at: "timestamptz",
	revision: "integer",
	answered: "integer",
	asked: "integer",
	missing: "integer",
	differing: "integer",
	gaps: "integer",
};
const WORD = {
	...OF_CLIENT,
	assessment_id: "uuid",
	id: "uuid",
	question_id: "text",
	answer: "jsonb",
	after: "uuid[]",
	said_at: "timestamptz",
	received_at: "timestamptz",
	said_by_name: "text",
};
const SIGN_OFF = {
	...OF_CLIENT,
	assessment_id: "uuid",
	id: "uuid",
	revision: "integer",
	covers: "uuid[]",
	sha256: "bytea",
	signers: "jsonb",
	place: "jsonb",
	observed: "jsonb",
	said_at: "timestamptz",
	received_at: "timestamptz",
	signed_by: "uuid",
	signed_by_name: "text",
	voided_at: "timestamptz",
};

/** Whatever controls the other release has. */
const ANY_CONTROL = { has: () => true };

/**
 * Stores assessments with everything that was answered and signed. All of it gets new ids here, also where one refers to another. What a
 * signature covers stays as it was: its hash is that of the text with the old ids.
 */
export async function takeInAssessments(
	destination: Destination,
	file: ClientFileContents,
): Promise<ReadonlySet<string>> {
	const { client, workspaceId: workspace_id, id: client_id, idOf } = destination;
	const words = new Map<string, number>();
	const person = personOf(destination);
	for await (const rows of file.rows("assessments")) {
		for (const { id, template } of rows) {
			words.set(id, 0);
			// Templates that refer to each other in a circle would never be read to an end.
			if (faultsOf(template, ANY_CONTROL).length > 0) throw new BadFile("A template in this file cannot be used.");
		}
		if (words.size > ASSESSMENTS_LIMIT) throw new BadFile("This file has more assessments than a client can have.");
		await insertAll(
			client,
			"assessments",
			ASSESSMENT,
			rows.map(({ signOffs: _, template, stateReason, stateSaidAt, startedAt, startedBy, changedAt, ...row }) => ({
				...row,
				workspace_id,
				client_id,
				id: idOf(row.id),
				template,
				template_id: template.id,
				template_version: template.version,
				template_title: template.title,
				template_kind: template.kind,
				state_reason: stateReason,
				state_said_at: stateSaidAt,
				started_at: startedAt,
				started_by: person(startedBy),
				started_by_name: startedBy,
				changed_at: changedAt,
			})),
		);
		const signed = rows.flatMap(({ id: assessmentId, signOffs }) =>
			signOffs.map(({ id, revision, covers, sha256, signers, place, observed, ...row }) => ({
				workspace_id,
				client_id,
				assessment_id: idOf(assessmentId),
				id: idOf(id),
				revision,
				covers: covers.map(idOf),
				// As PostgreSQL reads bytes.
				sha256: `\\x${sha256}`,
				signers: signers.map(({ signature, ...signer }) => ({ ...signer, signature: idOf(signature) })),
				place,
				observed,
				said_at: row.saidAt,
				received_at: row.receivedAt,
				signed_by: person(row.signedBy),
				signed_by_name: row.signedBy,
				voided_at: row.voidedAt,
			})),
		);
		await insertAll(client, "sign_offs", SIGN_OFF, signed);
	}
	for await (const rows of file.rows("assessment-answers")) {
		for (const { assessmentId } of rows) {
			const before = words.get(assessmentId);
			if (before === undefined) throw new BadFile("An answer in this file is of an assessment that is not in it.");
			if (before >= WORDS_LIMIT) throw new BadFile("This file has more answers than an assessment can have.");
			words.set(assessmentId, before + 1);
		}
		await insertAll(
			client,
			"assessment_words",
			WORD,
			rows.map(({ id, assessmentId, questionId, answer, after, saidAt, receivedAt, saidBy }) => ({
				workspace_id,
				client_id,
				assessment_id: idOf(assessmentId),
				id: idOf(id),
				question_id: questionId,
				answer: { ...answer, evidence: answer.evidence.map(idOf) },
				after: after.map(idOf),
				said_at: saidAt,
				received_at: receivedAt,
				said_by_name: saidBy,
			})),
		);
	}
	return new Set(words.keys());
}
