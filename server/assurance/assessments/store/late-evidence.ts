import { wordsIn } from "#contract/assessments/answers.ts";
import { ASSESSMENT_STATES, type AssessmentState } from "#contract/assessments/state.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, oneOf, orNull, readRows, uuid } from "#server/platform/db/rows.ts";
import type { EvidenceAdded } from "../../evidence/evidence-added.ts";
import { movePieces } from "../../evidence/store/move-evidence.ts";
import { readAnswers } from "./read-words.ts";

/** Its answers were submitted, and no one sent them back. */
const IS_SUBMITTED: ReadonlySet<AssessmentState> = new Set(["submitted", "accepted", "signed", "closed"]);

const ABOUT = {
	assessment_id: uuid,
	client_id: id<ClientId>(),
	state: oneOf(ASSESSMENT_STATES),
	taken_by: id<AccountId>(),
	signed_by: orNull(id<AccountId>()),
};

/**
 * Photos arrive after the answers that name them, and often after these were submitted or signed. What signatures that stand cover is
 * accepted like the answers. What was submitted waits for review, also if the answers were accepted: no one saw it then.
 */
export async function followLate(client: Executor, { workspaceId, evidenceId, at }: EvidenceAdded): Promise<void> {
	const about = await readRows(
		client,
		ABOUT,
		`SELECT assessment.id AS assessment_id, evidence.client_id, assessment.state, taken_by,
		   (SELECT signed_by FROM sign_offs WHERE (workspace_id, assessment_id) = ($1, assessment.id) AND voided_at IS NULL
		     AND (signers @> jsonb_build_array(jsonb_build_object('signature', $2::text))
		       OR EXISTS (SELECT FROM assessment_words AS word
		         WHERE word.workspace_id = $1 AND word.id = ANY (covers) AND answer -> 'evidence' ? $2::text))
		    ORDER BY received_at LIMIT 1) AS signed_by
		 FROM evidence JOIN evidence_links AS link
		   ON (link.workspace_id, link.evidence_id, link.subject_type) = (evidence.workspace_id, evidence.id, 'assessment')
		 JOIN assessments AS assessment
		   ON (assessment.workspace_id, assessment.id::text, assessment.client_id) = (link.workspace_id, link.subject_id, evidence.client_id)
		 WHERE evidence.workspace_id = $1 AND evidence.id = $2::uuid`,
		[workspaceId, evidenceId],
	);
	for (const { assessment_id: assessmentId, client_id: clientId, state, taken_by, signed_by } of about) {
		const moved = { ids: [evidenceId], clientId, reason: "", saidAt: at, at };
		if (signed_by !== null) {
			await movePieces(client, { workspaceId, accountId: signed_by }, { ...moved, state: "accepted" });
		} else if (IS_SUBMITTED.has(state)) {
			const words = [...(await readAnswers(client, { workspaceId, assessmentId })).values()].flatMap(wordsIn);
			if (!words.some(({ answer }) => answer.evidence.includes(evidenceId))) continue;
			await movePieces(client, { workspaceId, accountId: taken_by }, { ...moved, state: "submitted" });
		}
	}
}
