import type { Grade, ScanPart } from "#contract/findings.ts";
import type { Coverage } from "#contract/scans.ts";
import { countsOf, inState, partsOf } from "../data/figures.ts";
import { gradeOf, gradeReason } from "../data/grade.ts";
import type { ReportData } from "../data/report-data.ts";
import type { Block } from "../document/document.ts";

type Graded = { grade: Grade | null; coverage: Coverage; parts: readonly ScanPart[] };

/** The grade with its reason. */
export const gradeBlock = ({ grade, coverage, parts }: Graded): Block => ({
	type: "grade",
	grade,
	label: grade === null ? "No grade" : coverage === "full" ? "Grade" : "Grade, at best",
	reason: gradeReason({ grade, coverage, parts }),
});

/** Grade and counts of what is open, by the rule that scan reports go by. */
export function resultBlocks({ findings, looks }: ReportData): Block[] {
	const counts = countsOf(inState(findings, "open"));
	const coverage = looks.length > 0 && looks.every((look) => look.coverage === "full") ? "full" : "partial";
	const judged = { counts, coverage, parts: partsOf(looks) } as const;
	return [
		gradeBlock({ grade: gradeOf(judged), coverage, parts: judged.parts }),
		{ type: "counts", label: "Open findings", counts },
	];
}
