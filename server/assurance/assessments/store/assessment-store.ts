import type {
	AssessmentDetail,
	AssessmentFilter,
	AssessmentId,
	AssessmentPage,
	ProposalList,
	ProposalQuery,
} from "#contract/assessments/assessments.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import { createAnswerQuestion } from "./answer-question.ts";
import { readAssessment } from "./assessment-detail.ts";
import { createBeginAssessment } from "./begin-assessment.ts";
import { listAssessments } from "./list-assessments.ts";
import { createMoveAssessment } from "./move-assessment.ts";
import { readProposals } from "./read-proposals.ts";
import { createSignAssessment } from "./sign-assessment.ts";

/** Assessments of clients in PostgreSQL. What is outside the scope looks as if it does not exist. */
export const createAssessmentStore = (
	walled: Pool,
	now: () => Date,
	sent: Parameters<typeof createSignAssessment>[2],
) => ({
	page: (
		scope: Scope,
		query: AssessmentFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<AssessmentPage | "bad_cursor"> => listAssessments(within(walled, scope), scope, query),
	detail: (scope: Scope, id: AssessmentId): Promise<AssessmentDetail | undefined> =>
		readAssessment(within(walled, scope), scope, id),
	/** Undefined if there is no such template. */
	proposals: (scope: Scope, query: ProposalQuery): Promise<ProposalList | undefined> =>
		readProposals(within(walled, scope), scope, query, now()),
	begin: createBeginAssessment(walled, now),
	/** Stores an entry, whether or not it counts. Sent again, it is the same entry. */
	answer: createAnswerQuestion(walled, now),
	move: createMoveAssessment(walled, now),
	/** "not_finished": entries that it covers have not arrived yet. */
	sign: createSignAssessment(walled, now, sent),
});
