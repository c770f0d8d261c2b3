import { wordsIn } from "#contract/assessments/answers.ts";
import type { Signer } from "#contract/assessments/assessments.ts";
import type { Standings } from "#contract/assessments/progress.ts";
import { EVIDENCE_STATES, type EvidenceState } from "#contract/evidence/state.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { flag, id, oneOf, readRows, uuid } from "#server/platform/db/rows.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { movePieces, supersedeOpen } from "../../evidence/store/move-evidence.ts";
import { hasOtherReviewer } from "../../evidence/store/reviewers.ts";
import type { HeldAssessment } from "./hold-assessment.ts";

type Speaker = Pick<Scope, "workspaceId" | "accountId">;

type Recorded = {
	held: HeldAssessment;
	standings: Standings;
	signers: readonly Signer[];
	state: "submitted" | "accepted";
	saidAt: Date;
	at: Date;
};

/** Submits or accepts what is attached to answers, when these are submitted or signed. What no answer names any more is superseded. */
export async function recordAttached(
	client: Executor,
	speaker: Speaker,
	{ held, standings, signers, state, saidAt, at }: Recorded,
): Promise<void> {
	const pieces = await readAttached(client, speaker, held);
	const current = namedIn(standings, signers);
	// A signature submits what it accepts.
	const from: readonly EvidenceState[] =
		state === "accepted" ? ["draft", "submitted", "returned"] : ["draft", "returned"];
	const moving = pieces.filter((piece) => current.has(piece.id) && from.includes(piece.state));
	await movePieces(client, speaker, { ids: idsOf(moving), clientId: held.client_id, state, reason: "", saidAt, at });
	for (const piece of pieces) {
		if (!current.has(piece.id) && piece.only_here) await supersedeOpen(client, speaker, { id: piece.id, saidAt, at });
	}
}

type Reviewed = Pick<Recorded, "held" | "standings" | "saidAt" | "at"> & {
	state: "accepted" | "returned";
	reason: string;
};

/** Accepts or returns what is attached to answers with them. No one accepts their own while another member may. */
export async function reviewAttached(
	client: Executor,
	scope: Scope,
	{ held, standings, state, reason, saidAt, at }: Reviewed,
): Promise<void> {
	const current = namedIn(standings, []);
	const from: readonly EvidenceState[] = state === "accepted" ? ["draft", "submitted"] : ["submitted"];
	const leavesOwn = state === "accepted" && (await hasOtherReviewer(client, scope, scope.accountId));
	const pieces = (await readAttached(client, scope, held)).filter(
		(piece) =>
			current.has(piece.id) && from.includes(piece.state) && !(leavesOwn && piece.taken_by === scope.accountId),
	);
	await movePieces(client, scope, { ids: idsOf(pieces), clientId: held.client_id, state, reason, saidAt, at });
}

const namedIn = (standings: Standings, signers: readonly Signer[]): ReadonlySet<string> =>
	new Set([
		...[...standings.values()].flatMap(wordsIn).flatMap(({ answer }) => answer.evidence),
		...signers.map(({ signature }) => signature),
	]);

const PIECE = { id: uuid, state: oneOf(EVIDENCE_STATES), taken_by: id<AccountId>(), only_here: flag };
const idsOf = (pieces: readonly { id: string }[]): string[] => pieces.map((piece) => piece.id);

/** Evidence about an assessment that its answers or signatures name, or named before. `only_here`: it is about nothing else. */
const readAttached = (client: Executor, { workspaceId }: Speaker, { id: assessmentId, client_id }: HeldAssessment) =>
	readRows(
		client,
		PIECE,
		`SELECT evidence.id, state, taken_by, NOT EXISTS (SELECT FROM evidence_links AS other
		   WHERE (other.workspace_id, other.evidence_id) = (evidence.workspace_id, evidence.id)
		     AND (other.subject_type, other.subject_id) <> ('assessment', $2::text)) AS only_here
		 FROM evidence JOIN evidence_links AS link
		   ON (link.workspace_id, link.evidence_id) = (evidence.workspace_id, evidence.id)
		 WHERE link.workspace_id = $1 AND subject_type = 'assessment' AND subject_id = $2::text AND client_id = $3
		   AND evidence.id IN (
		     SELECT jsonb_array_elements_text(answer -> 'evidence')::uuid FROM assessment_words
		       WHERE workspace_id = $1 AND assessment_id = $2::uuid
		     UNION SELECT (jsonb_array_elements(signers) ->> 'signature')::uuid FROM sign_offs
		       WHERE workspace_id = $1 AND assessment_id = $2::uuid)`,
		[workspaceId, assessmentId, client_id],
	);
