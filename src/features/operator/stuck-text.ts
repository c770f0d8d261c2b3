import { assertNever } from "#contract/assert-never.ts";
import { counted } from "#contract/format/count.ts";
import { durationText } from "#contract/format/duration.ts";
import { timeText } from "#contract/format/time.ts";
import { KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import type { StuckReason } from "#contract/operator/operator.ts";

/** Why a scan or a report has been waiting or running for too long, and how to fix that. `kind`: of a scan; null for a report. */
export function stuckText(reason: StuckReason, kind: ScanKind | null): string {
	switch (reason.why) {
		case "stopped":
			return `Scans are stopped: ${reason.reason}`;
		case "no-worker":
			return reason.lastSeenAt === null
				? "No worker has ever reported. Start a process with ROLE=all or ROLE=worker."
				: `No worker is running. The last one reported ${timeText(reason.lastSeenAt)}.`;
		case "no-tool": {
			const tool = (kind && KINDS[kind].tool) ?? "what it needs";
			return reason.lastSeenAt === null
				? `No worker has ever had ${tool}. Run npm run engines on a worker.`
				: `No running worker has ${tool}. One last had it ${timeText(reason.lastSeenAt)}.`;
		}
		case "account-turn":
			return `Its account has ${counted(reason.running, "scan")} running, and ${reason.limit} may run at once. It starts when one of them ends.`;
		case "target-turn":
			return `${reason.host} has ${counted(reason.running, "scan")} running, and ${reason.limit} may run at once. It starts when one of them ends.`;
		case "worker-silent":
			return `Its worker has been silent since ${timeText(reason.since)}. ${
				reason.otherWorkers > 0
					? "A running worker takes it over within a minute."
					: "No worker is running to take it over."
			}`;
		case "too-slow":
			return `It may run for ${durationText(reason.limitSeconds * 1_000)}, and its worker has not ended it.`;
		case "no-job":
			return "No job is queued for it. A running worker queues one within a minute.";
		case "retrying":
			return `It failed. The next try is at ${timeText(reason.nextTryAt)}.`;
		case "busy":
			return reason.running > 0
				? `The workers are busy with ${counted(reason.running, "scan")}. It starts when it is its turn.`
				: "It is queued, but no worker has begun it yet.";
		default:
			return assertNever(reason);
	}
}
