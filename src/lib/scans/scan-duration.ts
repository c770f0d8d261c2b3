import { durationText } from "#contract/format/duration.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";

/** How long a scan took; null until it has started and ended. */
export function durationOf({ startedAt, finishedAt }: Pick<ScanSummary, "startedAt" | "finishedAt">): string | null {
	if (!startedAt || !finishedAt) return null;
	const ms = Date.parse(finishedAt) - Date.parse(startedAt);
	return ms < 1000 ? "under 1 s" : durationText(ms);
}
