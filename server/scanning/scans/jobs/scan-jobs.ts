import type { ScanId } from "#contract/ids.ts";
import { isToolKind, SCAN_KINDS, type ScanKind, type ToolKind } from "#contract/kinds/kinds.ts";
import { heartbeatOf, type Job, type JobHandler, type JobOptions } from "#server/platform/jobs/jobs.ts";

/** A job only names its scan: the scan's row is the source of truth. */
export type AboutScan = { scanId: ScanId };

/** Jobs that run a scan. Each tool has its own, so that a job goes only to workers that have the tool. */
export type ScanJob = "scan" | `scan-${ToolKind}`;
export const scanJob = (kind: ScanKind): ScanJob => (isToolKind(kind) ? `scan-${kind}` : "scan");

export const SCAN_JOBS: readonly ScanJob[] = SCAN_KINDS.map(scanJob);

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData extends Record<ScanJob, AboutScan> {}
}

const recordByJob = <T>(one: T) =>
	Object.fromEntries(SCAN_KINDS.map((kind) => [scanJob(kind), one])) as Record<ScanJob, T>;

/** Each worker runs only the jobs whose tools are installed, and their engines set how many at once (`runOnly`). */
export const scanJobs = (options: JobOptions): Record<ScanJob, Job<ScanJob>> =>
	recordByJob<Job<ScanJob>>({
		// The sweep retries scans (server/app/upkeep/sweep.ts). pg-boss only covers a database failure while a handler runs.
		queue: { retryLimit: 5, retryDelay: 1, expireInSeconds: options.scanLimitSeconds + 60, ...heartbeatOf(options) },
		atOnce: "asked",
		perAccount: options.scansPerAccount,
		about: ({ scanId }) => ({ scanId }),
	});

/** All jobs that run scans are handled alike. */
export const scanHandlers = (run: JobHandler<ScanJob>): Record<ScanJob, JobHandler<ScanJob>> => recordByJob(run);
