import type {
	ControlDetail,
	ControlFilter,
	ControlId,
	ControlList,
	RequirementLink,
} from "#contract/controls/controls.ts";
import type { ComplianceOverview } from "#contract/controls/overview.ts";
import type { RunPage, TestChange, TestId } from "#contract/controls/tests.ts";
import type { Pool } from "#server/platform/db/pool.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { RunsRecorded } from "../runs-recorded.ts";
import type { TestsAdded } from "../tests-added.ts";
import { createAddControl } from "./add-control.ts";
import { createChangeControl } from "./change-control.ts";
import { changeTest, createAddTest } from "./change-tests.ts";
import { readControl } from "./control-detail.ts";
import { linkRequirement } from "./link-requirement.ts";
import { listControls } from "./list-controls.ts";
import { readOverview } from "./overview.ts";
import { createAddRun } from "./runs/add-run.ts";
import { listRuns } from "./runs/list-runs.ts";

export type ControlMoments = { recorded: Moment<RunsRecorded>; testsAdded: Moment<TestsAdded> };

/** Controls in PostgreSQL. */
export const createControlStore = (walled: Pool, now: () => Date, { recorded, testsAdded }: ControlMoments) => ({
	list: async (scope: Scope, filter: ControlFilter): Promise<ControlList> => ({
		controls: await listControls(within(walled, scope), scope, filter, now()),
	}),
	detail: (scope: Scope, id: ControlId): Promise<ControlDetail | undefined> =>
		readControl(within(walled, scope), scope, id, now()),
	add: createAddControl(walled, now),
	/** A person's entries, field by field: the newest entry counts. "no_reason": its state needs the reason that would be emptied. */
	change: createChangeControl(walled, now, testsAdded),
	link: (scope: Scope, id: ControlId, link: RequirementLink): Promise<ControlDetail | "not_found" | "no_requirement"> =>
		linkRequirement(within(walled, scope), scope, id, { link, now: now() }),
	addTest: createAddTest(walled, now, testsAdded),
	changeTest: (
		scope: Scope,
		ids: { controlId: ControlId; testId: TestId },
		change: TestChange,
	): Promise<ControlDetail | "not_found" | "other_kind"> =>
		changeTest(within(walled, scope), scope, ids, { change, now: now(), testsAdded }),
	/** A person's run, with its evidence. "closed": the test was paused or its control retired when it was done. */
	addRun: createAddRun(walled, now, recorded),
	runs: (
		scope: Scope,
		id: ControlId,
		page: { cursor?: string | undefined; limit?: number | undefined },
	): Promise<RunPage | "bad_cursor" | "not_found"> => listRuns(within(walled, scope), scope, id, page),
	overview: (scope: Scope): Promise<ComplianceOverview> => readOverview(within(walled, scope), scope, now()),
});

/**
 * Controls of clients. If the scope names no client, those of the client that is the workspace itself. What is outside looks as if it
 * does not exist.
 */
export type ControlStore = ReturnType<typeof createControlStore>;
