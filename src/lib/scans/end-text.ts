import type { Grade, ScanReport } from "#contract/findings/findings.ts";
import type { ScanSummary, SeverityCounts } from "#contract/scans/scans.ts";
import { statusWord } from "./scan-filter.ts";

/** The worst findings, as in `5 high`. */
function worstText({ high, medium, low }: SeverityCounts): string {
	if (high > 0) return `${high} high`;
	if (medium > 0) return `${medium} medium`;
	return low > 0 ? `${low} low` : "nothing above Info";
}

const gradeText = (grade: Grade | null, coverage: ScanSummary["coverage"]): string =>
	grade === null ? "no grade" : `grade ${grade}${coverage === "full" ? "" : " at best"}`;

/**
 * The message when a scan ends; null for a cancelled one, because its owner cancelled it. `report` is null if it could not be read: the
 * grade comes from the report, because it depends on how much could be checked.
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
	return {
		title: `Finished: ${report ? `${gradeText(report.grade, scan.coverage)}, ` : ""}${worstText(counts)}`,
		text: scan.coverage === "full" ? scan.target : `${scan.target}. Some parts were not evaluated.`,
	};
}
