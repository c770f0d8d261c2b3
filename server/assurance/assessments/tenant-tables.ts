import { iso, list } from "#server/platform/db/row-reading.ts";
import { inWorkspace, type TenantTables } from "#server/platform/tenancy/tenant-tables.ts";
import { ENDED_LINK_DAYS } from "#src/config/retention.ts";

/** Assessments with their answers, and the people who answer through links. */
export const ASSESSMENT_TABLES = {
	tables: {
		assessments: { exported: "assessments", handedOver: "assessments" },
		sign_offs: { exported: "assessments", handedOver: "assessments" },
		assessment_words: { exported: "assessmentAnswers", handedOver: "assessment-answers" },
		assessment_templates: { exported: "assessmentTemplates" },
		signed_links: {
			exported: { leftOut: "secrets of those who got them" },
			handedOver: { leftOut: "links to this server" },
		},
		respondents: { exported: "respondents", handedOver: { leftOut: "their answers have their names" } },
		respondent_parts: { exported: "respondents", handedOver: { leftOut: "their answers have their names" } },
		respondent_codes: {
			exported: { leftOut: "secrets of the people behind the links" },
			handedOver: { leftOut: "secrets of the people behind the links" },
		},
		respondent_sessions: {
			exported: { leftOut: "secrets of the people behind the links" },
			handedOver: { leftOut: "secrets of the people behind the links" },
		},
	},
	exports: [
		{
			// Links to signed copies are secrets of the people who got them.
			name: "assessments",
			columns: `id, client_id AS "clientId", title, subject, template_id AS "templateId", template_version AS "templateVersion",
				template_title AS "templateTitle", state, state_reason AS "stateReason", started_at AS "startedAt", started_by_name AS "startedBy",
				changed_at AS "changedAt", revision,
				(SELECT jsonb_agg(jsonb_build_object('id', signed.id, 'revision', signed.revision, 'covers', covers, 'sha256',
				   encode(sha256, 'hex'), 'signers', signers, 'place', place, 'saidAt', said_at, 'takenBy', signed_by_name, 'voidedAt', voided_at)
				   ORDER BY received_at, signed.id)
				   FROM sign_offs AS signed
				   WHERE (signed.workspace_id, signed.assessment_id) = (assessments.workspace_id, assessments.id)) AS "signOffs"`,
			from: inWorkspace("assessments"),
			key: [["id", "uuid"]],
		},
		{
			name: "assessmentAnswers",
			columns: `id, assessment_id AS "assessmentId", question_id AS "questionId", answer, after, said_at AS "saidAt",
				received_at AS "receivedAt", said_by_name AS "saidBy"`,
			from: inWorkspace("assessment_words"),
			key: [["no", "bigint"]],
		},
		{
			// Tokens, codes and sessions are secrets of the people who got the links.
			name: "respondents",
			columns: `id, client_id AS "clientId", assessment_id AS "assessmentId", name, email, sections, created_at AS "createdAt",
				ends_on::text AS "endsOn", opened_at AS "openedAt", confirmed_at AS "confirmedAt", revoked_at AS "revokedAt",
				(SELECT jsonb_agg(jsonb_build_object('section', section, 'sentAt', sent_at) ORDER BY sent_at, section)
				   FROM respondent_parts WHERE respondent_id = respondents.id) AS parts`,
			from: inWorkspace("respondents"),
			key: [["id", "uuid"]],
		},
		{
			name: "assessmentTemplates",
			columns: `id, version, template, loaded_at AS "loadedAt"`,
			from: inWorkspace("assessment_templates"),
			key: [
				["id", "text"],
				["version", "bigint"],
			],
			batch: 5,
		},
	],
	readings: {
		assessments: {
			row: `jsonb_build_object('id', id, 'title', title, 'subject', subject, 'template', template, 'state', state,
				'stateReason', state_reason, 'stateSaidAt', ${iso("state_said_at")}, 'startedAt', ${iso("started_at")},
				'startedBy', started_by_name, 'changedAt', ${iso("changed_at")}, 'revision', revision, 'answered', answered, 'asked', asked,
				'missing', missing, 'differing', differing, 'gaps', gaps, 'signOffs', ${list(
					`jsonb_build_object('id', signed.id, 'revision', signed.revision, 'covers', covers, 'sha256', encode(sha256, 'hex'),
					'signers', signers, 'place', place, 'observed', observed, 'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")},
					'signedBy', signed_by_name, 'voidedAt', ${iso("voided_at")})`,
					"received_at, signed.id",
					"sign_offs AS signed WHERE (signed.workspace_id, signed.assessment_id) = ($1, assessments.id)",
				)})`,
			key: "id::text",
			from: "assessments WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 20,
		},
		"assessment-answers": {
			row: `jsonb_build_object('id', id, 'assessmentId', assessment_id, 'questionId', question_id, 'answer', answer, 'after', after,
				'saidAt', ${iso("said_at")}, 'receivedAt', ${iso("received_at")},
				'saidBy', said_by_name || CASE WHEN respondent_id IS NULL THEN '' ELSE ' (through a link)' END)`,
			key: "lpad(no::text, 19, '0')",
			from: "assessment_words WHERE workspace_id = $1 AND client_id = $2 AND $3::text[] IS NOT NULL",
			batch: 1_000,
		},
	},
	prunes: [
		{ table: "signed_links", when: "expires_at < now() - interval '30 days'" },
		{ table: "respondent_codes", when: "expires_at < now()" },
		// Until then it says who was asked. Their answers stay, with their name.
		{
			table: "respondents",
			when: `coalesce(revoked_at, (ends_on + 1)::timestamptz) < now() - ${ENDED_LINK_DAYS} * interval '1 day'`,
		},
		{
			table: "respondent_sessions",
			when: "respondent_id IN (SELECT id FROM respondents WHERE ends_on < current_date)",
		},
	],
} as const satisfies TenantTables;
