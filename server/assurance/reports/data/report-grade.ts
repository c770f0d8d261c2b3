import type { Grade } from "#contract/findings/findings.ts";
import { answeredInstead, gradeOf, gradeReason } from "#contract/findings/grade.ts";
import { counted } from "#contract/format/count.ts";
import type { SeverityCounts } from "#contract/scans/scans.ts";
import { countsOf, inState, partsOf } from "./figures.ts";
import { reachOf, unreachedOf } from "./reach.ts";
import type { ReportData, ReportLook } from "./report-data.ts";

type ReportGrade = { grade: Grade | null; label: string; reason: string };

/** The grade of everything in scope, by the rule that scan reports use. Hosts that were not reached rule out the best grade. */
export const reportGrade = (data: Pick<ReportData, "targets" | "looks" | "failures" | "findings">): ReportGrade =>
	grade(data, countsOf(inState(data.findings, "open")));

/** The same from numbers: hosts, what scans got to, and how many findings are open. */
export const gradeOfHosts = (
	{ hosts, ...scanned }: { hosts: readonly string[] } & Pick<ReportData, "looks" | "failures">,
	open: SeverityCounts,
): ReportGrade =>
	grade(
		{ ...scanned, targets: hosts.map((host) => ({ host, client: "", certificateEndsAt: null, endOfLife: [] })) },
		open,
	);

function grade(data: Pick<ReportData, "targets" | "looks" | "failures">, counts: SeverityCounts): ReportGrade {
	const reach = reachOf(data);
	const reached = reach.length - unreachedOf(reach).length;
	if (reach.length === 0) return ungraded("No host is in scope, so there is nothing to grade.");
	if (reached * 2 < reach.length) {
		const some = reached === 0 ? "None" : `Only ${reached}`;
		return ungraded(`${some} of ${counted(reach.length, "host")} could be scanned. That is too little for a grade.`);
	}
	const blocked = data.looks.filter(isPageless);
	const pageless = new Set([...blocked, ...unreachedOf(reach)].map(({ host }) => host));
	const seen = reach.length - pageless.size;
	if (seen * 2 < reach.length) {
		if (reach.length === 1) return ungraded(gradeReason({ grade: null, coverage: "partial", parts: partsOf(blocked) }));
		const some = seen === 0 ? "none" : `only ${seen}`;
		return ungraded(`We saw a page of ${some} of ${counted(reach.length, "host")}. That is too little for a grade.`);
	}
	const coverage = reach.every(({ state }) => state === "fully") ? "full" : "partial";
	const judged = { counts, coverage, parts: partsOf(data.looks.filter((look) => !isPageless(look))) } as const;
	const letter = gradeOf(judged);
	return {
		grade: letter,
		label: letter === null ? "No grade" : coverage === "full" ? "Grade" : "Grade, at best",
		reason: gradeReason({ ...judged, grade: letter }),
	};
}

/** Something else answered in place of the site, so that this look says nothing about its pages. */
const isPageless = ({ parts }: ReportLook): boolean => answeredInstead(parts) !== undefined;

const ungraded = (reason: string): ReportGrade => ({ grade: null, label: "No grade", reason });
