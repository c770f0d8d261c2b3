import type { StateRequest } from "#contract/assessments/assessments.ts";
import { isAssessmentReview, movesOfAssessment } from "#contract/assessments/state.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import { can } from "#contract/workspaces/roles.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Executor, Pool } from "#server/platform/db/pool.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { noteWord, saidBy } from "#server/platform/words/said-words.ts";
import type { Asked } from "../asked.ts";
import { needsOtherReviewer, recordAnswers, reviewAnswers } from "./assessment-evidence.ts";
import { moveGapTasks } from "./gap-tasks.ts";
import { type HeldAssessment, holdAssessment } from "./hold-assessment.ts";
import { readObservedProposals } from "./read-proposals.ts";
import { readAnswers } from "./read-words.ts";

const MOVES_PER_HOUR = 2_000;
const REFUSALS = ["not_found", "role_required", "other_reviewer_required", "changed_meanwhile"] as const;

export const createMoveAssessment =
	(walled: Pool, now: () => Date) =>
	(scope: Scope, { key, request }: Asked<StateRequest>): Promise<Answered<WordAccepted, (typeof REFUSALS)[number]>> => {
		const counter = { what: "assessment-states", whom: scope.accountId, points: MOVES_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { assessmentState: request }), key, counter };
		return orRefused(REFUSALS, () =>
			oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
				await holdWorkspaceFor(client, scope, "work");
				const at = now();
				const { assessmentId, state, reason } = request;
				const held = await holdAssessment(client, scope, assessmentId);
				if (!held) throw new Refused("not_found");
				if (isAssessmentReview(state) && !can(scope.role, "arrange")) throw new Refused("role_required");
				const saidAt = saidBy(request.saidAt, at);
				const isNewest = held.state_said_at <= saidAt;
				const counts = isNewest && movesOfAssessment(held.state).includes(state);
				// A newer entry that cannot follow the current state was made about a different state.
				if (isNewest && !counts && held.state !== state) throw new Refused("changed_meanwhile");
				if (counts && state === "accepted" && (await needsOtherReviewer(client, scope, held.id)))
					throw new Refused("other_reviewer_required");
				await noteWord(client, scope, {
					clientId: held.client_id,
					subject: { type: "assessment", id: assessmentId },
					field: "state",
					value: state,
					shown: reason === "" ? state : `${state}: ${reason}`,
					saidAt,
					at,
					counted: counts,
				});
				if (counts) await moveTo(client, scope, { held, state, reason, saidAt, at });
				return { receipt: { key, acceptedAt: at.toISOString(), taken: counts ? 1 : 0 } };
			}),
		);
	};

type Move = Pick<StateRequest, "state" | "reason"> & { held: HeldAssessment; saidAt: Date; at: Date };

async function moveTo(client: Executor, scope: Scope, { held, state, reason, saidAt, at }: Move): Promise<void> {
	await client.query(
		`UPDATE assessments SET state = $3, state_reason = $4, state_said_at = $5, changed_at = greatest(changed_at, $5)
		 WHERE workspace_id = $1 AND id = $2`,
		[scope.workspaceId, held.id, state, reason, saidAt],
	);
	if (state === "submitted") {
		const { workspaceId } = scope;
		const standings = await readAnswers(client, { workspaceId, assessmentId: held.id });
		const about = { workspaceId, clientId: held.client_id, subject: held.subject };
		const observed = await readObservedProposals(client, about, held.template, at);
		await recordAnswers(client, scope, { held, standings, observed, state, saidAt, at });
		await moveGapTasks(client, scope, { held, standings, saidAt });
	}
	if (state === "accepted" || state === "returned") {
		await reviewAnswers(client, scope, { held, state, reason, saidAt, at });
	}
}
