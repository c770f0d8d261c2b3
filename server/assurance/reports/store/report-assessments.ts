import { ASSESSMENT_STATES } from "#contract/assessments/state.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { int, oneOf, orNull, readRows, text, time } from "#server/platform/db/rows.ts";
import type { AskedReport } from "../asked-report.ts";
import { ASSESSMENTS_LISTED, type ReportAssessment } from "../data/report-data.ts";

const ASSESSMENT = {
	title: text,
	subject: text,
	client: text,
	template: text,
	state: oneOf(ASSESSMENT_STATES),
	changedAt: time,
	answered: int,
	asked: int,
	gaps: int,
	revision: int,
	signedAt: orNull(time),
	sha256: orNull(text),
};

/** The assessments that a compliance report names: those of its clients that changed in its period. */
export async function readReportAssessments(
	client: Executor,
	{ workspaceId, clientId, request }: AskedReport,
): Promise<ReportAssessment[]> {
	if (request.template !== "compliance-report") return [];
	const rows = await readRows(
		client,
		ASSESSMENT,
		`SELECT assessments.title, subject, CASE WHEN clients.id = clients.workspace_id THEN '' ELSE clients.name END AS client,
		   template_title AS template, state, changed_at AS "changedAt", answered, asked, gaps, assessments.revision,
		   signed.said_at AS "signedAt", encode(sha256, 'hex') AS sha256
		 FROM assessments JOIN clients ON clients.id = client_id LEFT JOIN LATERAL (
		   SELECT said_at, sha256 FROM sign_offs AS signed
		   WHERE (signed.workspace_id, signed.assessment_id) = (assessments.workspace_id, assessments.id) AND voided_at IS NULL
		   ORDER BY received_at DESC LIMIT 1) AS signed ON true
		 WHERE assessments.workspace_id = $1 AND ($2::uuid IS NULL OR client_id = $2)
		   AND (cardinality($3::text[]) = 0 OR clients.name = ANY ($3))
		   AND ($4::date IS NULL OR changed_at >= $4) AND ($5::date IS NULL OR changed_at < $5::date + 1)
		 ORDER BY changed_at DESC, assessments.id LIMIT ${ASSESSMENTS_LISTED}`,
		[workspaceId, clientId, request.clients, request.from ?? null, request.to ?? null],
	);
	return rows.map(({ signedAt, sha256, changedAt, ...row }) => ({
		...row,
		changedAt: changedAt.toISOString(),
		signed: signedAt === null || sha256 === null ? null : { at: signedAt.toISOString(), sha256 },
	}));
}
