import { SEVERITIES } from "#contract/findings/severity.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import { int } from "#server/platform/db/rows.ts";

/** Numbers of findings by severity, as columns of a result. */
export const COUNTS = { high: int, medium: int, low: int, none: int };

export const NO_FINDINGS: SeverityCounts = { high: 0, medium: 0, low: 0, none: 0 };

/** How many findings of each severity these are in total. */
export function sumOf(all: Iterable<SeverityCounts>): SeverityCounts {
	const sum = { ...NO_FINDINGS };
	for (const counts of all) for (const severity of SEVERITIES) sum[severity] += counts[severity];
	return sum;
}
