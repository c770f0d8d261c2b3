import type { RunResult } from "#contract/controls/tests.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { FindingsStored } from "../findings/findings-stored.ts";
import type { PresentFinding } from "./judge-run.ts";
import type { RunTest, TestOfRun } from "./store/runs/run-rows.ts";

/** A scan that is the newest run of these tests. */
export type RunsOfScan = {
	scan: FindingsStored;
	judged: readonly { test: RunTest; result: RunResult }[];
	findings: readonly PresentFinding[];
};

/** A test that a person ran; that run is the newest. */
export type RunOfPerson = { test: TestOfRun; at: Date; result: RunResult };

/** Runs when the newest runs of tests have been recorded: standings may have changed. */
export type RunsRecorded = ({ by: "scan" } & RunsOfScan) | ({ by: "person"; scope: Scope } & RunOfPerson);
