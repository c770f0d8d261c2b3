import type { AssessmentSummary } from "#contract/assessments/assessments.ts";
import { assessmentId } from "#contract/assessments/assessments.ts";
import { ASSESSMENT_STATES } from "#contract/assessments/state.ts";
import { TEMPLATE_KINDS, templateId } from "#contract/assessments/template.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { id, int, oneOf, type RowOf, text, time, uuid } from "#server/platform/db/rows.ts";

export const ASSESSMENT = {
	id: uuid,
	client_id: id<ClientId>(),
	title: text,
	subject: text,
	template_id: text,
	template_version: int,
	template_title: text,
	template_kind: oneOf(TEMPLATE_KINDS),
	state: oneOf(ASSESSMENT_STATES),
	state_reason: text,
	started_at: time,
	started_by: id<AccountId>(),
	started_by_name: text,
	changed_at: time,
	answered: int,
	asked: int,
	missing: int,
	differing: int,
	gaps: int,
	revision: int,
};

export const assessmentOfRow = (row: RowOf<typeof ASSESSMENT>): AssessmentSummary => ({
	id: assessmentId.parse(row.id),
	clientId: row.client_id,
	title: row.title,
	subject: row.subject,
	templateId: templateId.parse(row.template_id),
	templateVersion: row.template_version,
	templateTitle: row.template_title,
	templateKind: row.template_kind,
	state: row.state,
	stateReason: row.state_reason,
	startedAt: row.started_at.toISOString(),
	startedBy: { accountId: row.started_by, name: row.started_by_name },
	changedAt: row.changed_at.toISOString(),
	answered: row.answered,
	asked: row.asked,
	missing: row.missing,
	differing: row.differing,
	gaps: row.gaps,
	revision: row.revision,
});
