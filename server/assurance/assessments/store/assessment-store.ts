import type { Pool } from "#server/platform/db/pool.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { AssessmentStore } from "../ports.ts";
import { createAnswerQuestion } from "./answer-question.ts";
import { readAssessment } from "./assessment-detail.ts";
import { createBeginAssessment } from "./begin-assessment.ts";
import { listAssessments } from "./list-assessments.ts";
import { createMoveAssessment } from "./move-assessment.ts";
import { readProposals } from "./read-proposals.ts";
import { createSignAssessment } from "./sign-assessment.ts";

/** Assessments in PostgreSQL. */
export const createAssessmentStore = (
	walled: Pool,
	now: () => Date,
	sent: Parameters<typeof createSignAssessment>[2],
): AssessmentStore => ({
	page: (scope, query) => listAssessments(within(walled, scope), scope, query),
	detail: (scope, id) => readAssessment(within(walled, scope), scope, id),
	proposals: (scope, query) => readProposals(within(walled, scope), scope, query, now()),
	begin: createBeginAssessment(walled, now),
	answer: createAnswerQuestion(walled, now),
	move: createMoveAssessment(walled, now),
	sign: createSignAssessment(walled, now, sent),
});
