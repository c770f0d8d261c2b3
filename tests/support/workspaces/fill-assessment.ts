import { randomBytes, randomUUID } from "node:crypto";
import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { SMALL } from "../assessments/small-template.ts";
import type { FilledClient, Insert } from "./fill-workspace.ts";

/** An assessment with an answer, signatures and a link to them, and a person who answers through a link. */
export async function fillAssessment(
	insert: Insert,
	{ workspaceId, by, filled }: { workspaceId: WorkspaceId; by: AccountId; filled: FilledClient },
): Promise<void> {
	const { marker, clientId, assessmentId, respondentId, evidenceId } = filled;
	const at = new Date().toISOString();
	const of = { workspace_id: workspaceId, client_id: clientId };
	const template = JSON.stringify({ ...SMALL, title: marker });
	const count = { answered: 1, asked: 7, missing: 3, differing: 0, gaps: 0 };
	await insert("assessments", {
		...of,
		...count,
		id: assessmentId,
		title: marker,
		subject: marker,
		template_id: SMALL.id,
		template_version: 1,
		template_title: marker,
		template_kind: "visit",
		template,
		state: "signed",
		state_said_at: at,
		started_at: at,
		started_by: by,
		started_by_name: marker,
		changed_at: at,
	});
	const [wordId, signOffId] = [randomUUID(), randomUUID()];
	const said = { said_at: at, received_at: at };
	await insert("assessment_words", {
		...of,
		...said,
		assessment_id: assessmentId,
		id: wordId,
		question_id: "who",
		answer: JSON.stringify({ value: { type: "text", text: marker }, note: marker, evidence: [evidenceId] }),
		after: [],
		said_by: by,
		said_by_name: marker,
	});
	await insert("sign_offs", {
		...of,
		...said,
		assessment_id: assessmentId,
		id: signOffId,
		revision: 1,
		covers: [wordId],
		sha256: randomBytes(32),
		signers: JSON.stringify([{ name: marker, role: marker, signature: evidenceId }]),
		observed: "[]",
		signed_by: by,
		signed_by_name: marker,
	});
	await insert("respondents", {
		...of,
		id: respondentId,
		assessment_id: assessmentId,
		name: marker,
		email: `${marker}@example.net`,
		sections: SMALL.sections.map(({ id }) => id),
		shown_hash: randomBytes(32),
		mailed_hash: randomBytes(32),
		created_at: at,
		created_by: by,
		ends_on: "2099-12-31",
	});
	const through = { respondent_id: respondentId, workspace_id: workspaceId };
	await insert("respondent_codes", { ...through, code_hash: marker, expires_at: "2099-12-31" });
	await insert("respondent_sessions", { ...through, token_hash: randomBytes(32), created_at: at });
	await insert("respondent_parts", { ...through, section: "people", sent_at: at });
	await insert("signed_links", {
		...of,
		token_hash: randomBytes(32),
		sign_off_id: signOffId,
		created_at: at,
		expires_at: "2099-12-31",
	});
}
