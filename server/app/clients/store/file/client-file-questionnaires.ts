import { iso, list, type Reading } from "#server/platform/db/row-reading.ts";

/** The questionnaires of the client with their questions, its library, and what people said of both. Says not yet where files are. */
export const QUESTIONNAIRE_READINGS = {
	questionnaires: {
		row: `jsonb_build_object('id', id, 'title', title, 'customer', customer, 'due', due::text, 'state', state, 'fileName', file_name,
			'fileType', file_type, 'sha256', encode(sha256, 'hex'), 'size', size, 'notTaken', not_taken, 'facts', facts,
			'matchedAt', ${iso("matched_at")}, 'uploadedAt', ${iso("uploaded_at")}, 'uploadedBy', uploaded_by_name, 'questions', ${list(
				`jsonb_build_object('id', question.id, 'place', place, 'section', section, 'text', text, 'standing', standing,
				'state', question.state, 'candidates', candidates, 'answer', answer, 'source', source, 'saidAt', ${iso("said_at")},
				'saidBy', said_by_name)`,
				"no",
				`questionnaire_questions AS question
				 WHERE (question.workspace_id, question.questionnaire_id) = ($1, questionnaires.id)`,
			)})`,
		key: "id::text",
		from: "questionnaires WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		// One can have thousands of questions.
		batch: 1,
	},
	library: {
		row: `jsonb_build_object('id', id, 'question', question, 'answer', answer, 'tags', tags, 'evidence', evidence,
			'approvedAt', ${iso("approved_at")}, 'approvedBy', approved_by_name, 'expiresOn', expires_on::text, 'withdrawn', withdrawn,
			'said', said)`,
		key: "id::text",
		from: "library_answers WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 500,
	},
	replies: {
		row: `jsonb_build_object('subjectType', subject_type, 'subjectId', subject_id, 'field', field, 'shown', shown,
			'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")}, 'saidBy', said_by_name, 'counted', counted)`,
		key: "lpad(no::text, 19, '0')",
		from: "answer_words WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
		batch: 500,
	},
} satisfies Record<string, Reading>;
