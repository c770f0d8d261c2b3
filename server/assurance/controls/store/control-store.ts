import type { Pool } from "#server/platform/db/pool.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import { within } from "#server/platform/tenancy/within.ts";
import type { ControlStore } from "../ports.ts";
import type { RunsRecorded } from "../runs-recorded.ts";
import { createAddControl } from "./add-control.ts";
import { createAddRun } from "./add-run.ts";
import { createChangeControl } from "./change-control.ts";
import { changeTest, createAddTest } from "./change-tests.ts";
import { readControl } from "./control-detail.ts";
import { linkRequirement } from "./link-requirement.ts";
import { listControls } from "./list-controls.ts";
import { listRuns } from "./list-runs.ts";
import { readOverview } from "./overview.ts";

/** Controls in PostgreSQL. */
export const createControlStore = (walled: Pool, now: () => Date, recorded: Moment<RunsRecorded>): ControlStore => ({
	list: async (scope, filter) => ({ controls: await listControls(within(walled, scope), scope, filter, now()) }),
	detail: (scope, id) => readControl(within(walled, scope), scope, id, now()),
	add: createAddControl(walled, now),
	change: createChangeControl(walled, now),
	link: (scope, id, link) => linkRequirement(within(walled, scope), scope, id, { link, now: now() }),
	addTest: createAddTest(walled, now),
	changeTest: (scope, ids, change) => changeTest(within(walled, scope), scope, ids, { change, now: now() }),
	addRun: createAddRun(walled, now, recorded),
	runs: (scope, id, page) => listRuns(within(walled, scope), scope, id, page),
	overview: (scope) => readOverview(within(walled, scope), scope, now()),
});
