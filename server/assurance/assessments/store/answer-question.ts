import type { AnswerRequest } from "#contract/assessments/assessments.ts";
import type { WordAccepted } from "#contract/controls/controls.ts";
import { type Answered, askedIn, oncePerKey } from "#server/identity/accounts/store/account-requests.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import { orRefused, Refused } from "#server/platform/refusals/refused.ts";
import { holdWorkspaceFor } from "#server/platform/tenancy/hold-workspace.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { Asked } from "../asked.ts";
import { holdAssessment } from "./hold-assessment.ts";
import { DoesNotFit, takeWord } from "./take-word.ts";

const ANSWERS_PER_HOUR = 20_000;
const REFUSALS = ["not_found", "already_finished", "limit_reached", "id_taken"] as const;

export const createAnswerQuestion =
	(walled: Pool, now: () => Date) =>
	async (
		scope: Scope,
		{ key, request }: Asked<AnswerRequest>,
	): Promise<
		| Answered<WordAccepted, "not_found" | "already_finished" | "limit_reached" | "id_taken">
		| { ok: false; because: "does_not_fit"; why: string }
	> => {
		const counter = { what: "answers", whom: scope.accountId, points: ANSWERS_PER_HOUR, windowSeconds: 3_600 };
		const asked = { ...askedIn(scope, { answer: request }), key, counter };
		try {
			return await orRefused(REFUSALS, () =>
				oncePerKey<WordAccepted>(within(walled, scope), asked, async (client) => {
					await holdWorkspaceFor(client, scope, "answer");
					const at = now();
					const held = await holdAssessment(client, scope, request.assessmentId);
					if (!held) throw new Refused("not_found");
					const taken = await takeWord(
						client,
						{ workspaceId: scope.workspaceId, by: { accountId: scope.accountId } },
						{ held, request, at },
					);
					return { receipt: { key, acceptedAt: at.toISOString(), taken: taken ? 1 : 0 } };
				}),
			);
		} catch (error) {
			if (error instanceof DoesNotFit) return { ok: false, because: "does_not_fit", why: error.message };
			throw error;
		}
	};
