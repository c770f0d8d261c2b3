import type { AssessmentDetail, AssessmentId, Signer, SignOff } from "#contract/assessments/assessments.ts";
import type { Template } from "#contract/assessments/template.ts";
import type { Place } from "#contract/evidence/place.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { columnsOf, id, int, json, orNull, readRow, readRows, text, time, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { ofScope } from "../../controls/store/of-scope.ts";
import { needsOtherReviewer } from "./assessment-evidence.ts";
import { ASSESSMENT, assessmentOfRow } from "./assessment-row.ts";
import { type OfAssessment, readWords } from "./read-words.ts";

const DETAIL = { ...ASSESSMENT, template: json<Template>() };

/** An assessment with its own copy of the template, as far as the scope sees it. */
export const readAssessmentRow = (executor: Executor, { workspaceId, clientId }: Scope, assessmentId: string) =>
	readRow(
		executor,
		DETAIL,
		`SELECT ${columnsOf(DETAIL)} FROM assessments WHERE workspace_id = $1 AND id = $2 AND ${ofScope("$3")}`,
		[workspaceId, assessmentId, clientId],
	);

/** An assessment with everything that was answered and signed. */
export async function readAssessment(
	executor: Executor,
	scope: Scope,
	assessmentId: AssessmentId,
): Promise<AssessmentDetail | undefined> {
	const row = await readAssessmentRow(executor, scope, assessmentId);
	if (!row) return undefined;
	const of = { workspaceId: scope.workspaceId, assessmentId };
	const [words, signOffs, needsOther] = await Promise.all([
		readWords(executor, of),
		readSignOffs(executor, of),
		row.state === "submitted" && needsOtherReviewer(executor, scope, assessmentId),
	]);
	return {
		...assessmentOfRow(row),
		template: row.template,
		words,
		signOffs,
		...(needsOther && { needsOtherReviewer: true }),
	};
}

const SIGN_OFF = {
	id: uuid,
	revision: int,
	sha256: text,
	signers: json<Signer[]>(),
	place: orNull(json<Place>()),
	said_at: time,
	signed_by: id<AccountId>(),
	signed_by_name: text,
	voided_at: orNull(time),
};

/** Newest first. */
export async function readSignOffs(
	executor: Executor,
	{ workspaceId, assessmentId }: OfAssessment,
): Promise<SignOff[]> {
	const rows = await readRows(
		executor,
		SIGN_OFF,
		`SELECT id, revision, encode(sha256, 'hex') AS sha256, signers, place, said_at, signed_by, signed_by_name, voided_at FROM sign_offs
		 WHERE workspace_id = $1 AND assessment_id = $2 ORDER BY received_at DESC, id DESC`,
		[workspaceId, assessmentId],
	);
	return rows.map(({ id, revision, sha256, signers, place, said_at, signed_by, signed_by_name, voided_at }) => ({
		id,
		revision,
		sha256,
		signers,
		place,
		saidAt: said_at.toISOString(),
		by: { accountId: signed_by, name: signed_by_name },
		voidedAt: voided_at?.toISOString() ?? null,
	}));
}
