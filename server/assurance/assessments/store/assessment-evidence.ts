import { createHash } from "node:crypto";
import { wordsIn } from "#contract/assessments/answers.ts";
import type { Proposal, Signer } from "#contract/assessments/assessments.ts";
import type { Standings } from "#contract/assessments/progress.ts";
import { signedText } from "#contract/assessments/signed-text.ts";
import { TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { EVIDENCE_STATES } from "#contract/evidence/state.ts";
import type { AccountId } from "#contract/ids.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import { id, oneOf, orNull, readRow, readRows, uuid } from "#server/platform/db/rows.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { dayOf, plusDays } from "#server/platform/time/day.ts";
import { noteCustody } from "../../evidence/store/custody.ts";
import { insertLinks, insertRecord, linkShown } from "../../evidence/store/insert-record.ts";
import { moveEvidence, supersede, supersedeOpen } from "../../evidence/store/move-evidence.ts";
import { hasOtherReviewer } from "../../evidence/store/reviewers.ts";
import { storedRecord } from "../../evidence/store/stored-record.ts";
import { assessmentRecord } from "../record.ts";
import { shownControls } from "../shown-controls.ts";
import { recordAttached, reviewAttached } from "./attached-evidence.ts";
import type { HeldAssessment } from "./hold-assessment.ts";
import { readAnswers } from "./read-words.ts";

/** How many days answers stay valid. */
export const GOOD_DAYS = 365;

type Answered = {
	held: HeldAssessment;
	standings: Standings;
	/** What scans observed. */
	observed: readonly Proposal[];
	state: "submitted" | "accepted";
	signOff?: { id: string; signers: readonly Signer[]; saidAt: string };
	saidAt: Date;
	at: Date;
};

export const hashOfSigned = (of: Parameters<typeof signedText>[0]): string =>
	createHash("sha256").update(signedText(of)).digest("hex");

/**
 * Stores submitted or signed answers as evidence on the controls that they are evidence for. It replaces that of the previous submission:
 * accepted evidence once this one is accepted itself, other evidence immediately.
 */
export async function recordAnswers(
	client: Executor,
	scope: Scope,
	{ held, standings, observed, state, signOff, saidAt, at }: Answered,
): Promise<void> {
	const { workspaceId, accountId } = scope;
	const { id: assessmentId, title, subject, template, revision, client_id } = held;
	const sha256 = hashOfSigned({ assessmentId, template, standings });
	const record = storedRecord(
		assessmentRecord({
			id: assessmentId,
			title,
			subject,
			template,
			standings,
			observed,
			revision,
			sha256,
			...(signOff && { signOff }),
		}),
	);
	const before = await readPieces(client, scope, held);
	const accepted = before.find((piece) => piece.state === "accepted");
	const supersedes = (accepted ?? before[0])?.id ?? null;
	const recordId = uuidV7(at);
	const days = saidDays(standings, saidAt);
	const piece = {
		id: recordId,
		workspaceId,
		clientId: client_id,
		title: `${title.slice(0, TITLE_LIMIT - 20).toWellFormed()}, revision ${revision}`,
		note: "",
		takenAt: saidAt,
		receivedAt: at,
		takenBy: accountId,
		kind: "assessment",
		method: "by-hand",
		effectiveFrom: days.from,
		effectiveTo: days.to,
		expiresOn: plusDays(days.to, GOOD_DAYS),
		state,
		record,
		supersedes,
		shows: shownControls(template, standings),
	} as const;
	await insertRecord(client, piece, { isLimited: false });
	await insertLinks(client, piece, [{ type: "assessment", id: assessmentId }], at);
	await linkShown(client, { workspaceId, clientId: client_id }, recordId);
	for (const what of ["recorded", state] as const) {
		await noteCustody(client, scope, evidenceId.parse(recordId), at, what);
	}
	for (const open of before) await supersedeOpen(client, scope, { id: open.id, saidAt, at });
	if (state === "accepted" && accepted) await supersede(client, scope, { id: accepted.id, saidAt, at });
	const signers = signOff?.signers ?? [];
	await recordAttached(client, scope, { held, standings, signers, state, saidAt, at });
}

type Reviewed = {
	held: HeldAssessment;
	state: "accepted" | "returned";
	reason: string;
	saidAt: Date;
	at: Date;
};

/** The evidence that waits for review, moved along with its assessment: the answers, and what is attached to them. */
export async function reviewAnswers(client: Executor, scope: Scope, { held, ...decided }: Reviewed): Promise<void> {
	const [newest] = await readPieces(client, scope, held);
	if (newest?.state === "submitted") await moveEvidence(client, scope, { ...newest, ...decided });
	const standings = await readAnswers(client, { workspaceId: scope.workspaceId, assessmentId: held.id });
	await reviewAttached(client, scope, { held, standings, ...decided });
}

/** Whether this member submitted the answers that wait for review, and another one may review them. */
export async function needsOtherReviewer(db: Executor, scope: Scope, assessmentId: string): Promise<boolean> {
	const waiting = await readRow(
		db,
		{ taken_by: id<AccountId>() },
		`SELECT taken_by FROM evidence JOIN evidence_links AS link
		   ON (link.workspace_id, link.evidence_id) = (evidence.workspace_id, evidence.id)
		 WHERE link.workspace_id = $1 AND subject_type = 'assessment' AND subject_id = $2::text AND kind = 'assessment'
		   AND state = 'submitted' LIMIT 1`,
		[scope.workspaceId, assessmentId],
	);
	return waiting?.taken_by === scope.accountId && hasOtherReviewer(db, scope, scope.accountId);
}

const PIECE = { id: uuid, state: oneOf(EVIDENCE_STATES), supersedes: orNull(uuid) };

/** The evidence of an assessment, newest first. */
const readPieces = (client: Executor, { workspaceId }: Scope, { id }: HeldAssessment) =>
	readRows(
		client,
		PIECE,
		`SELECT evidence.id, state, supersedes FROM evidence
		   JOIN evidence_links AS link ON link.workspace_id = evidence.workspace_id AND link.evidence_id = evidence.id
		 WHERE link.workspace_id = $1 AND subject_type = 'assessment' AND subject_id = $2::text AND kind = 'assessment'
		 ORDER BY received_at DESC, evidence.id DESC FOR NO KEY UPDATE OF evidence`,
		[workspaceId, id],
	);

/** From the first current answer until it was submitted. */
function saidDays(standings: Standings, saidAt: Date): { from: string; to: string } {
	const to = dayOf(saidAt);
	const first = [...standings.values()]
		.flatMap(wordsIn)
		.map((word) => word.saidAt.slice(0, 10))
		.toSorted()[0];
	return { from: first !== undefined && first < to ? first : to, to };
}
