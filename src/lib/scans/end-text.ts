import type { ScanReport } from "#contract/findings/findings.ts";
import type { ScanSummary, SeverityCounts } from "#contract/scans/scans.ts";
import { statusWord } from "./scan-filter.ts";

/** What was found, by its worst: `5 high`. */
function worstText({ high, medium, low }: SeverityCounts): string {
	if (high > 0) return `${high} high`;
	if (medium > 0) return `${medium} medium`;
	return low > 0 ? `${low} low` : "nothing above Info";
}

/**
 * What is said when a scan ends; null for one that was cancelled, which its owner did. `report` is null if it could not be read: the
 * grade is the report's, because it depends on how much could be looked at.
 */
export function endText(
	scan: Pick<ScanSummary, "target" | "status" | "failure" | "findings" | "coverage">,
	report: Pick<ScanReport, "grade" | "counts"> | null,
): { title: string; text: string } | null {
	const word = statusWord(scan);
	if (word === "cancelled") return null;
	if (word === "failed") return { title: "The scan failed", text: `${scan.target}: ${scan.failure?.message ?? ""}` };
	const counts = report?.counts ?? scan.findings;
	if (word !== "completed" || !counts) return null;
	const grade = report?.grade && `grade ${report.grade}${scan.coverage === "full" ? "" : " at best"}, `;
	return {
		title: `Finished: ${grade || ""}${worstText(counts)}`,
		text: scan.coverage === "full" ? scan.target : `${scan.target}. Some parts were not evaluated.`,
	};
}
