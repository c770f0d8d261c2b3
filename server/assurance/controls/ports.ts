import type {
	ControlChange,
	ControlDetail,
	ControlFilter,
	ControlId,
	ControlList,
	ControlRequest,
	RequirementLink,
	WordAccepted,
} from "#contract/controls/controls.ts";
import type { ComplianceOverview } from "#contract/controls/overview.ts";
import type { RunPage, RunRequest, TestChange, TestId, TestRequest } from "#contract/controls/tests.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";

type Limited = { ok: false; because: "rate_limited"; retryAfter: number };
type Refused<T extends string> = { ok: false; because: T | "idempotency_mismatch" } | Limited;

export type Added<T extends string> = { ok: true; answer: ControlDetail } | Refused<T>;
export type Said<T extends string> = { ok: true; answer: WordAccepted } | Refused<T>;

/** Controls of clients. Without a client in the scope, those of the client that is the workspace itself. What is outside looks like what does not exist. */
export type ControlStore = {
	list(scope: Scope, filter: ControlFilter): Promise<ControlList>;
	detail(scope: Scope, id: ControlId): Promise<ControlDetail | undefined>;
	add(
		scope: Scope,
		asked: { key: string | null; request: ControlRequest },
	): Promise<Added<"already_exists" | "limit_reached" | "no_requirement">>;
	/** What a person says of it, field by field: the word said last counts. "no_reason": its state needs the one that would be emptied. */
	change(
		scope: Scope,
		asked: { key: string | null; request: ControlChange },
	): Promise<Said<"not_found" | "no_member" | "no_reason" | "changed_meanwhile">>;
	link(scope: Scope, id: ControlId, link: RequirementLink): Promise<ControlDetail | "not_found" | "no_requirement">;
	addTest(
		scope: Scope,
		id: ControlId,
		asked: { key: string | null; request: TestRequest },
	): Promise<Added<"not_found" | "already_exists" | "limit_reached">>;
	changeTest(
		scope: Scope,
		ids: { controlId: ControlId; testId: TestId },
		change: TestChange,
	): Promise<ControlDetail | "not_found" | "other_kind">;
	/** A person's run, with evidence of it. "closed": when it was done, the test was paused or its control retired. */
	addRun(
		scope: Scope,
		asked: { key: string | null; request: RunRequest },
	): Promise<
		Said<
			| "not_found"
			| "already_exists"
			| "limit_reached"
			| "closed"
			| "not_by_people"
			| "other_kind"
			| "changed_meanwhile"
			| "no_note"
		>
	>;
	runs(
		scope: Scope,
		id: ControlId,
		page: { cursor?: string | undefined; limit?: number | undefined },
	): Promise<RunPage | "bad_cursor" | "not_found">;
	overview(scope: Scope): Promise<ComplianceOverview>;
};
