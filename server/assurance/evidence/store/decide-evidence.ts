import type { WordAccepted } from "#contract/controls/controls.ts";
import type { EvidenceDecisionRequest } from "#contract/evidence/evidence.ts";
import { EVIDENCE_STATES, isReview, movesOfEvidence } from "#contract/evidence/state.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import { can } from "#contract/workspaces/roles.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { id, oneOf, orNull, readRow, time } from "#server/platform/db/rows.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { noteWord, saidBy } from "#server/platform/words/said-words.ts";
import { moveEvidence } from "./move-evidence.ts";
import { hasOtherReviewer } from "./reviewers.ts";

const DECIDED_PER_HOUR = 2_000;
const FOUND = {
	state: oneOf(EVIDENCE_STATES),
	state_said_at: orNull(time),
	client_id: id<ClientId>(),
	taken_by: id<AccountId>(),
	supersedes: orNull(id<string>()),
};

export const createDecideEvidence =
	(walled: Pool, now: () => Date) =>
	async (
		scope: Scope,
		{ key, request }: { key: string | null; request: EvidenceDecisionRequest },
	): Promise<
		Answered<WordAccepted, "not_found" | "role_required" | "other_reviewer_required" | "changed_meanwhile">
	> => {
		const { evidenceId, decision, reason } = request;
		const counter = {
			what: "evidence-decisions",
			whom: scope.accountId,
			points: DECIDED_PER_HOUR,
			windowSeconds: 3_600,
		};
		const asked = { ...askedIn(scope, { decision: request }), key, counter };
		return orRefused(["not_found", "role_required", "other_reviewer_required", "changed_meanwhile"], () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const saidAt = saidBy(request.saidAt, at);
				const found = await readRow(
					client,
					FOUND,
					"SELECT state, state_said_at, client_id, taken_by, supersedes FROM evidence WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE",
					[scope.workspaceId, evidenceId],
				);
				if (!found) throw new Refused("not_found");
				if (isReview(decision) && !can(scope.role, "arrange")) throw new Refused("role_required");
				const isOwn = decision === "accepted" && found.taken_by === scope.accountId;
				if (isOwn && (await hasOtherReviewer(client, scope, scope.accountId)))
					throw new Refused("other_reviewer_required");
				const isNewest = found.state_said_at === null || found.state_said_at <= saidAt;
				const counts = isNewest && movesOfEvidence(found.state).includes(decision);
				// A newer entry that cannot follow the current state was made about a different state.
				if (isNewest && !counts && found.state !== decision) throw new Refused("changed_meanwhile");
				await noteWord(client, scope, {
					clientId: found.client_id,
					subject: { type: "evidence", id: evidenceId },
					field: "state",
					value: decision,
					shown: reason === "" ? decision : `${decision}: ${reason}`,
					saidAt,
					at,
					counted: counts,
				});
				if (counts) {
					const { supersedes } = found;
					await moveEvidence(client, scope, { id: evidenceId, supersedes, state: decision, reason, saidAt, at });
				}
				return { receipt: { key, acceptedAt: at.toISOString(), taken: counts ? 1 : 0 } };
			}),
		);
	};
