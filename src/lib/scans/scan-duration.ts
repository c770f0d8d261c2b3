import { durationText } from "#contract/format/duration.ts";
import type { ScanSummary } from "#contract/scans/scans.ts";

/** How long a scan took; null while it has not both begun and ended. */
export function durationOf({ startedAt, finishedAt }: Pick<ScanSummary, "startedAt" | "finishedAt">): string | null {
	if (!startedAt || !finishedAt) return null;
	const ms = Date.parse(finishedAt) - Date.parse(startedAt);
	return ms < 1000 ? "under 1 s" : durationText(ms);
}
