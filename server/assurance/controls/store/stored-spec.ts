import type { TestSpec } from "#contract/controls/tests.ts";
import { TIME_TO_FIX, type TimeToFix } from "#contract/workspaces/time-to-fix.ts";

/** A spec as it is stored. The previous release reads a time to fix from it; once no deployment runs that release, this goes. */
export const storedSpec = (spec: TestSpec): TestSpec =>
	spec.kind === "scan" ? { ...spec, timeToFix: TIME_TO_FIX } : spec;

/** A spec as it is read: the time to fix is the workspace’s. */
export const specOf = (stored: TestSpec, timeToFix: TimeToFix): TestSpec =>
	stored.kind === "scan" ? { ...stored, timeToFix } : stored;

/** In SQL: a spec without the copy of a time to fix, which is no longer read. */
export const specColumn = "spec - 'timeToFix'";
