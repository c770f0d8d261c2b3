import type { ScanRequest } from "#contract/scans.ts";
import type { ScheduledScan } from "#contract/schedules.ts";

/** The request that a person would have made; its mailbox is the account's own, whatever that is by now. */
export function scanRequestOf(scheduled: ScheduledScan, email: string): ScanRequest {
	switch (scheduled.kind) {
		case "combined":
			return { kind: "combined", body: { ...scheduled.body, email } };
		case "zap":
			return { kind: "zap", body: { ...scheduled.body, email } };
		default:
			return scheduled;
	}
}
