import { isToolKind, type ScanKind } from "#contract/kinds/kinds.ts";
import type { StuckReason } from "#contract/operator/operator.ts";

/** Facts that apply to everything that waits. */
export type Surroundings = {
	stopReason: string | undefined;
	/** Workers that report. */
	workers: number;
	/** When one last reported. */
	workerSeenAt: Date | null;
	/** By kind: how many workers can run it now, and when one last could. */
	tools: ReadonlyMap<string, { workers: number; seenAt: Date | null }>;
	/** Scans that run now. */
	running: number;
};

/** The job that is to run it. */
export type WaitingJob = { state: "created" | "retry" | "active"; startAfter: Date };

export type WaitingScan = {
	kind: ScanKind;
	host: string | null;
	/** Running scans of its account; null for the public form's. */
	ofAccount: number | null;
	/** Running scans by tools of its host. */
	ofHost: number;
	job: WaitingJob | undefined;
};

export type Limits = { perAccount: number; perTarget: number };

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** Why nothing of this kind can start, whichever scan or report it is. */
function blocked({ workers, workerSeenAt }: Surroundings): StuckReason | undefined {
	return workers === 0 ? { why: "no-worker", lastSeenAt: iso(workerSeenAt) } : undefined;
}

/** Why a job has not started, if nothing else explains it. */
function queued(job: WaitingJob | undefined, { running }: Surroundings): StuckReason {
	if (!job) return { why: "no-job" };
	return job.state === "retry"
		? { why: "retrying", nextTryAt: job.startAfter.toISOString() }
		: { why: "busy", running };
}

/** Why a scan has not started. Reasons that stop everything are named first, then those that stop only this scan. */
export function whyWaiting(scan: WaitingScan, around: Surroundings, { perAccount, perTarget }: Limits): StuckReason {
	if (around.stopReason !== undefined) return { why: "stopped", reason: around.stopReason };
	const all = blocked(around);
	if (all) return all;
	const tool = around.tools.get(scan.kind);
	if (!tool || tool.workers === 0) return { why: "no-tool", lastSeenAt: iso(tool?.seenAt ?? null) };
	if (isToolKind(scan.kind) && scan.host !== null && scan.ofHost >= perTarget)
		return { why: "target-turn", host: scan.host, running: scan.ofHost, limit: perTarget };
	if (scan.ofAccount !== null && scan.ofAccount >= perAccount)
		return { why: "account-turn", running: scan.ofAccount, limit: perAccount };
	return queued(scan.job, around);
}

/** Why a report is not being created. `begunAt`: when its process last sent a heartbeat. */
export function whyReportWaits(begunAt: Date | null, job: WaitingJob | undefined, around: Surroundings): StuckReason {
	if (begunAt) return { why: "worker-silent", since: begunAt.toISOString(), otherWorkers: around.workers };
	return blocked(around) ?? queued(job, around);
}
