import type { Job, JobHandler } from "#server/platform/jobs/jobs.ts";
import type { TestsAdded } from "../tests-added.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		/** Records earlier scans as runs of tests that were added later. */
		"earlier-scans": TestsAdded;
	}
}

/** Run twice, it records nothing twice. */
export const earlierScansJob: Job<"earlier-scans"> = {
	queue: { retryLimit: 5, retryDelay: 2, expireInSeconds: 900 },
	atOnce: 1,
	about: ({ clientId }) => ({ clientId }),
};

type Deps = { earlierScans: { record(added: TestsAdded): Promise<void> } };

export const createRecordEarlierScans =
	({ earlierScans }: Deps): JobHandler<"earlier-scans"> =>
	(added) =>
		earlierScans.record(added);
