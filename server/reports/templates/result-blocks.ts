import { countsOf, inState, partsOf } from "../data/figures.ts";
import type { ReportData } from "../data/report-data.ts";
import type { Block } from "../document/document.ts";
import { gradeOf, gradeReason } from "../grade.ts";

/** Grade and counts of what is open, by the rule that scan reports go by. */
export function resultBlocks({ findings, looks }: ReportData): Block[] {
	const counts = countsOf(inState(findings, "open"));
	const coverage = looks.length > 0 && looks.every((look) => look.coverage === "full") ? "full" : "partial";
	const judged = { counts, coverage, parts: partsOf(looks) } as const;
	const grade = gradeOf(judged);
	const label = grade === null ? "No grade" : coverage === "full" ? "Grade" : "Grade, at best";
	return [
		{ type: "grade", grade, label, reason: gradeReason({ ...judged, grade }) },
		{ type: "counts", label: "Open findings", counts },
	];
}
