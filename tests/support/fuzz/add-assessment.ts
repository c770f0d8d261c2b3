import { SMALL } from "../assessments/small-template.ts";
import type { TestServer } from "../server/test-server.ts";
import type { Owner } from "./fuzz-server.ts";

/**
 * Gives an account an assessment with an answer and a person who is asked through a link, using a template that it loaded. Their texts
 * contain the marker.
 */
export async function addAssessment({ database: { pool } }: TestServer, { accountId, marker }: Owner): Promise<void> {
	const id = crypto.randomUUID();
	const template = JSON.stringify({ ...SMALL, title: marker });
	for (const [statement, ...values] of [
		[
			`INSERT INTO assessment_templates (workspace_id, id, version, template, loaded_at) VALUES ($1, 'small', 1, $2, now())
			 ON CONFLICT DO NOTHING`,
			template,
		],
		[
			`INSERT INTO assessments (workspace_id, client_id, id, title, subject, template_id, template_version, template_title, template_kind,
			   template, state, state_said_at, started_at, started_by, started_by_name, changed_at, answered, asked, missing, differing, gaps)
			 VALUES ($1, $1, $2, $3, $3, 'small', 1, $3, 'visit', $4, 'under-way', now(), now(), $1, $3, now(), 1, 7, 3, 0, 0)`,
			id,
			marker,
			template,
		],
		[
			`INSERT INTO assessment_words (workspace_id, client_id, assessment_id, id, question_id, answer, after, said_at, received_at, said_by,
			   said_by_name)
			 VALUES ($1, $1, $2, $2, 'who', $3, '{}', now(), now(), $1, $4)`,
			id,
			JSON.stringify({ value: { type: "text", text: marker }, note: "", evidence: [] }),
			marker,
		],
		[
			`INSERT INTO respondents (workspace_id, client_id, id, assessment_id, name, email, sections, created_at, created_by, ends_on)
			 VALUES ($1, $1, $2, $2, $3, $4, '{people}', now(), $1, current_date + 9)`,
			id,
			marker,
			`respondent-${id}@example.net`,
		],
	] as [string, ...unknown[]][]) {
		await pool.query(statement, [accountId, ...values]);
	}
}
