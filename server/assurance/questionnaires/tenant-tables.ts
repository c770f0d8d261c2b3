import { iso, list } from "#server/platform/db/row-reading.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";

/** Customers’ questionnaires, and the library of answers. */
export const QUESTIONNAIRE_TABLES = {
	tables: {
		questionnaires: { exported: "questionnaires", handedOver: "questionnaires" },
		questionnaire_questions: { exported: "questionnaires", handedOver: "questionnaires" },
		questionnaire_files: {
			exported: { leftOut: "the files are downloaded where their questionnaires are, filled with what was confirmed" },
			handedOver: "questionnaires",
		},
		library_answers: { exported: "answerLibrary", handedOver: "library" },
		answer_words: { exported: "answerWords", handedOver: "replies" },
	},
	exports: [
		{
			// The files are downloaded with their questionnaires, filled with confirmed answers.
			name: "questionnaires",
			columns: `id, client_id AS "clientId", title, customer, due::text, state, file_name AS "fileName",
				encode(sha256, 'hex') AS sha256, size, not_taken AS "notTaken", lists, mapping, sources, uploaded_at AS "uploadedAt", uploaded_by_name AS "uploadedBy",
				(SELECT jsonb_agg(jsonb_build_object('id', question.id, 'place', place, 'section', section, 'text', text, 'standing', standing,
				   'list', list,
				   'state', question.state, 'answer', answer, 'choice', choice, 'origin', origin, 'source', source, 'saidAt', said_at, 'saidBy', said_by_name)
				   ORDER BY no) FROM questionnaire_questions AS question
				   WHERE (question.workspace_id, question.questionnaire_id) = (questionnaires.workspace_id, questionnaires.id)) AS questions`,
			from: inWorkspace("questionnaires"),
			key: [["id", "uuid"]],
			batch: 5,
		},
		{
			name: "answerLibrary",
			columns: `id, client_id AS "clientId", question, answer, tags, evidence, approved_at AS "approvedAt",
				approved_by_name AS "approvedBy", expires_on::text AS "expiresOn", withdrawn`,
			from: inWorkspace("library_answers"),
			key: [["id", "uuid"]],
		},
		{
			name: "answerWords",
			columns: `client_id AS "clientId", subject_type AS about, subject_id AS "aboutId", field, shown, said_at AS "saidAt",
				said_by_name AS "saidBy", counted`,
			from: inWorkspace("answer_words"),
			key: [["no", "bigint"]],
		},
	],
	readings: {
		questionnaires: {
			row: `jsonb_build_object('id', id, 'title', title, 'customer', customer, 'due', due::text, 'state', state, 'fileName', file_name,
				'fileType', file_type, 'sha256', encode(sha256, 'hex'), 'size', size, 'notTaken', not_taken, 'facts', facts,
				'tables', tables, 'lists', lists, 'mapping', mapping, 'sources', sources,
				'matchedAt', ${iso("matched_at")}, 'uploadedAt', ${iso("uploaded_at")}, 'uploadedBy', uploaded_by_name, 'questions', ${list(
					`jsonb_build_object('id', question.id, 'place', place, 'section', section, 'text', text, 'standing', standing,
					'list', list, 'hasText', has_text, 'state', question.state, 'candidates', candidates, 'answer', answer, 'choice', choice, 'source', source, 'saidAt', ${iso("said_at")},
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
	},
} as const satisfies TenantTables;
