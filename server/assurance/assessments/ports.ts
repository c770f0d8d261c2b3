import type {
	AnswerRequest,
	AssessmentDetail,
	AssessmentFilter,
	AssessmentId,
	AssessmentPage,
	AssessmentRequest,
	ProposalList,
	ProposalQuery,
	SignOffRequest,
	StateRequest,
	TemplateList,
} from "#contract/assessments/assessments.ts";
import type { Template, TemplateId } from "#contract/assessments/template.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { Said } from "../controls/ports.ts";

/** What a person says, and the Idempotency-Key that it came under. */
type Asked<R> = { key: string | null; request: R };

/** Assessments of clients. What is outside of the scope looks like what does not exist. */
export type AssessmentStore = {
	page(
		scope: Scope,
		query: AssessmentFilter & { cursor?: string | undefined; limit?: number | undefined },
	): Promise<AssessmentPage | "bad_cursor">;
	detail(scope: Scope, id: AssessmentId): Promise<AssessmentDetail | undefined>;
	begin(
		scope: Scope,
		asked: Asked<AssessmentRequest>,
	): Promise<Said<"already_exists" | "limit_reached" | "no_template">>;
	/** Keeps a word, whatever stands. Said again, it is the same word. */
	answer(
		scope: Scope,
		asked: Asked<AnswerRequest>,
	): Promise<
		| Said<"not_found" | "already_finished" | "limit_reached" | "id_taken">
		| { ok: false; because: "does_not_fit"; why: string }
	>;
	move(scope: Scope, asked: Asked<StateRequest>): Promise<Said<"not_found" | "role_required" | "changed_meanwhile">>;
	/** "not_finished": words that it covers are still on their way. */
	sign(
		scope: Scope,
		asked: Asked<SignOffRequest>,
	): Promise<Said<"not_found" | "already_finished" | "not_finished" | "file_refused" | "id_taken">>;
	/** Undefined if there is no such template. */
	proposals(scope: Scope, query: ProposalQuery): Promise<ProposalList | undefined>;
};

/** Templates as a workspace sees them. One that it loaded under an ID of ours takes the place of ours. */
export type TemplateStore = {
	list(scope: Scope): Promise<TemplateList>;
	/** The newest version. */
	find(scope: Scope, id: TemplateId): Promise<Template | undefined>;
	/** As the next version of its ID. */
	load(scope: Scope, template: Template): Promise<Template | "limit_reached">;
};
