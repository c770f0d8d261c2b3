import type { Proposal, SignOffRequest } from "#contract/assessments/assessments.ts";
import { type Standings, standingsOf } from "#contract/assessments/progress.ts";
import { afterSigning } from "#contract/assessments/state.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import { insertRow, nameNow } from "#server/platform/db/insert-row.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { readRow, text, uuid } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { saidBy } from "#server/platform/words/said-words.ts";
import type { Asked } from "../asked.ts";
import { revisionsOf } from "../revisions.ts";
import { readSignOffs } from "./assessment-detail.ts";
import { hashOfSigned, recordAnswers } from "./assessment-evidence.ts";
import { moveGapTasks } from "./gap-tasks.ts";
import { type HeldAssessment, holdAssessment } from "./hold-assessment.ts";
import { readObservedProposals } from "./read-proposals.ts";
import { readAnswers, readTheseWords } from "./read-words.ts";
import type { sendCopies } from "./signed-copies.ts";

const SIGNED_PER_HOUR = 500;
const REFUSALS = ["not_found", "already_finished", "not_finished", "file_refused", "id_taken"] as const;

/** `sent`: called with the sign-off in the transaction that stores it. */
export const createSignAssessment =
	(
		walled: Pool,
		now: () => Date,
		sent: (client: Executor, signed: Parameters<typeof sendCopies>[1]) => Promise<void>,
	) =>
	(
		scope: Scope,
		{ key, request }: Asked<SignOffRequest>,
	): Promise<
		Answered<WordAccepted, "not_found" | "already_finished" | "not_finished" | "file_refused" | "id_taken">
	> => {
		const counter = { what: "sign-offs", whom: scope.accountId, points: SIGNED_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { signOff: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const held = await holdAssessment(client, scope, request.assessmentId);
				if (!held) throw new Refused("not_found");
				const receipt = { key, acceptedAt: at.toISOString() };
				if (await isKnown(client, scope, request)) return { receipt: { ...receipt, taken: 0 } };
				const stands = await takeSignatures(client, scope, { held, request, at });
				const emails = request.signers.map(({ email }) => email);
				await sent(client, { workspaceId: scope.workspaceId, signOffId: request.id, emails });
				return { receipt: { ...receipt, taken: stands ? 1 : 0 } };
			}),
		);
	};

type Given = { held: HeldAssessment; request: SignOffRequest; at: Date };

/** Stores signatures. Returns whether they stand, because the answers did not change in the meantime. */
async function takeSignatures(client: Executor, scope: Scope, { held, request, at }: Given): Promise<boolean> {
	const state = afterSigning(held.state);
	if (state === null) throw new Refused(held.state === "closed" ? "already_finished" : "not_finished");
	const of = { workspaceId: scope.workspaceId, assessmentId: held.id };
	const signed = { assessmentId: held.id, template: held.template };
	const covered = await readCovered(client, of, request.covers);
	if (hashOfSigned({ ...signed, standings: covered }) !== request.sha256) throw new Refused("file_refused");
	const standings = await readAnswers(client, of);
	const stands = hashOfSigned({ ...signed, standings }) === request.sha256;
	const revisions = revisionsOf({
		revision: held.revision,
		signOffs: await readSignOffs(client, of),
		sha256: request.sha256,
		stands,
	});
	const saidAt = saidBy(request.saidAt, at);
	const about = { workspaceId: scope.workspaceId, clientId: held.client_id, subject: held.subject };
	const observed = await readObservedProposals(client, about, held.template, at);
	await insert(client, scope, { held, request, saidAt, at, revision: revisions.signed, observed, stands });
	await client.query(
		`UPDATE assessments SET revision = $3, changed_at = greatest(changed_at, $4), state = coalesce($5, state),
		   state_reason = CASE WHEN $5 IS NULL THEN state_reason ELSE '' END,
		   state_said_at = CASE WHEN $5 IS NULL THEN state_said_at ELSE greatest(state_said_at, $4) END
		 WHERE workspace_id = $1 AND id = $2`,
		[scope.workspaceId, held.id, revisions.now, saidAt, stands ? state : null],
	);
	if (!stands) return false;
	const { id, signers } = request;
	const signOff = { id, signers, saidAt: saidAt.toISOString() };
	await recordAnswers(client, scope, { held, standings, observed, state: "accepted", signOff, saidAt, at });
	await moveGapTasks(client, scope, { held, standings, saidAt });
	return true;
}

/** The answers as they stood on the device, from the entries that it names. */
async function readCovered(
	client: Executor,
	of: Parameters<typeof readTheseWords>[1],
	covers: readonly string[],
): Promise<Standings> {
	const words = await readTheseWords(client, of, covers);
	if (words.length < new Set(covers).size) throw new Refused("not_finished");
	return standingsOf(words);
}

/** Whether these very signatures are already there: sent by another device that they were handed to. */
async function isKnown(client: Executor, { workspaceId }: Scope, request: SignOffRequest): Promise<boolean> {
	const known = await readRow(
		client,
		{ assessment_id: uuid, sha256: text },
		"SELECT assessment_id, encode(sha256, 'hex') AS sha256 FROM sign_offs WHERE workspace_id = $1 AND id = $2",
		[workspaceId, request.id],
	);
	if (!known) return false;
	if (known.assessment_id !== request.assessmentId || known.sha256 !== request.sha256) throw new Refused("id_taken");
	return true;
}

type Stored = { saidAt: Date; revision: number; observed: readonly Proposal[]; stands: boolean };

const insert = (
	client: Executor,
	{ workspaceId, accountId }: Scope,
	{ held, request, saidAt, at, revision, observed, stands }: Given & Stored,
) =>
	insertRow(client, "sign_offs", {
		workspace_id: workspaceId,
		client_id: held.client_id,
		assessment_id: held.id,
		id: request.id,
		revision,
		covers: request.covers,
		sha256: Buffer.from(request.sha256, "hex"),
		signers: JSON.stringify(request.signers),
		place: request.place ? JSON.stringify(request.place) : null,
		said_at: saidAt,
		received_at: at,
		signed_by: accountId,
		signed_by_name: nameNow(accountId),
		voided_at: stands ? null : at,
		observed: JSON.stringify(observed),
	});
