import type { TestSpec } from "#contract/controls/tests.ts";
import type { AccountId, ClientId } from "#contract/ids.ts";
import type { TimeToFix } from "#contract/workspaces/time-to-fix.ts";
import { flag, id, int, json, orNull, type RowOf, text, texts, time, uuid } from "#server/platform/db/rows.ts";
import type { LookedBefore } from "../../judge-run.ts";

/** A scan test that a scan is a run of. */
export const TEST = {
	id: uuid,
	control_id: uuid,
	owner: orNull(id<AccountId>()),
	classes: texts,
	every_days: int,
	time_to_fix: json<TimeToFix>(),
	newest_at: orNull(time),
	window_from: time,
	looked_before: json<LookedBefore>(),
};
export type RunTest = RowOf<typeof TEST>;

/** A test that a person runs. */
export const FOUND = {
	test_id: id<string>(),
	title: text,
	spec: json<TestSpec>(),
	every_days: int,
	control_id: id<string>(),
	code: text,
	control: text,
	client_id: id<ClientId>(),
	owner: orNull(id<AccountId>()),
	newest_at: orNull(time),
	before_at: orNull(time),
	closed: flag,
};
export type TestOfRun = RowOf<typeof FOUND>;
