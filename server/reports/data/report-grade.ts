import type { Grade } from "#contract/findings.ts";
import { counted } from "#contract/format/count.ts";
import { countsOf, inState, partsOf } from "./figures.ts";
import { gradeOf, gradeReason } from "./grade.ts";
import { reachOf, unreachedOf } from "./reach.ts";
import type { ReportData } from "./report-data.ts";

type ReportGrade = { grade: Grade | null; label: string; reason: string };

/** The grade of everything in scope, by the rule that scan reports go by. Hosts that were not reached take the best from it. */
export function reportGrade(data: Pick<ReportData, "targets" | "looks" | "failures" | "findings">): ReportGrade {
	const reach = reachOf(data);
	const reached = reach.length - unreachedOf(reach).length;
	if (reach.length === 0) return ungraded("No host is in scope, so there is nothing to grade.");
	if (reached * 2 < reach.length) {
		const some = reached === 0 ? "None" : `Only ${reached}`;
		return ungraded(`${some} of ${counted(reach.length, "host")} could be scanned. That is too little for a grade.`);
	}
	const coverage = reach.every(({ state }) => state === "fully") ? "full" : "partial";
	const counts = countsOf(inState(data.findings, "open"));
	const judged = { counts, coverage, parts: partsOf(data.looks) } as const;
	const grade = gradeOf(judged);
	return {
		grade,
		label: grade === null ? "No grade" : coverage === "full" ? "Grade" : "Grade, at best",
		reason: gradeReason({ ...judged, grade }),
	};
}

const ungraded = (reason: string): ReportGrade => ({ grade: null, label: "No grade", reason });
