import type { Grade, ScanPart } from "#contract/findings/findings.ts";
import { gradeReason } from "#contract/findings/grade.ts";
import type { Coverage } from "#contract/scans/scans.ts";
import type { Block } from "#server/platform/paper/document/document.ts";
import { countsOf, inState } from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import { reportGrade } from "../data/report-grade.ts";

type Graded = { grade: Grade | null; coverage: Coverage; parts: readonly ScanPart[] };

/** The grade with its reason. */
export const gradeBlock = ({ grade, coverage, parts }: Graded): Block => ({
	type: "grade",
	grade,
	label: grade === null ? "No grade" : coverage === "full" ? "Grade" : "Grade, at best",
	reason: gradeReason({ grade, coverage, parts }),
});

/** Grade and counts of what is open. */
export const resultBlocks = (data: ReportData): Block[] => [
	{ type: "grade", ...reportGrade(data) },
	{ type: "counts", label: "Open findings", counts: countsOf(inState(data.findings, "open")) },
];
