import type { Coverage } from "#contract/scans/scans.ts";
import type { Grade, Instead, ScanPart, ScanReport } from "./findings.ts";

type Graded = { counts: ScanReport["counts"]; coverage: Coverage; parts: readonly ScanPart[] };

/** From this many findings of one severity, the grade drops by one more letter. */
const MANY = 3;

/** Whether at least half of the parts were checked; with fewer, a letter would describe our luck, not the target. */
function enoughEvaluated(all: readonly ScanPart[]): boolean {
	// A gap of single rules is beside the parts, not one of them.
	const parts = all.filter((part) => part.status === "evaluated" || part.rules === undefined);
	return parts.length > 0 && parts.filter((part) => part.status === "evaluated").length * 2 >= parts.length;
}

/** What answered in place of the site's page; undefined if a page was seen, or nothing answered. */
export const answeredInstead = (parts: readonly ScanPart[]): Instead | undefined =>
	parts.flatMap((part) => (part.status === "not-evaluated" ? (part.instead ?? []) : []))[0];

const LET_THROUGH = "Let our scanner through and scan again.";

/** What answered, and what to do about it. */
const ABOUT_INSTEAD: Record<Instead, readonly [what: string, next: string]> = {
	"bot-wall": ["What answered looks like a bot wall, not the site itself.", LET_THROUGH],
	"sign-in": ["The site asks for a sign-in.", LET_THROUGH],
	"captive-portal": ["A network on the way asked for a sign-in.", "Please scan it again later."],
	"no-page": ["The site has no page at the address we asked for.", "Please scan the host that your visitors use."],
	refused: ["The site refused our scanner, or refuses everyone.", LET_THROUGH],
	busy: ["The site asked to be left alone for now.", "Please scan it again later."],
	"server-error": ["The site’s server answered with an error.", "Please scan it again when the site is up."],
};

/**
 * The grade, from the counts a reader sees, so that anyone can check it:
 * F three or more high, D one or two high, C three or more medium, B one or two medium or any low, A nothing above none.
 *
 * B to F say that something was found, which holds whatever else was not looked at. A says that there is nothing to
 * find, so it needs full coverage. Without it, or with fewer than half of the parts looked at, there is no grade.
 * Nor is there one if something else answered in place of the site: a letter would be about that.
 */
export const gradeOf = ({ counts, coverage, parts }: Graded): Grade | null => {
	if (answeredInstead(parts) || !enoughEvaluated(parts)) return null;
	if (counts.high > 0) return counts.high >= MANY ? "F" : "D";
	if (counts.medium >= MANY) return "C";
	if (counts.medium + counts.low > 0) return "B";
	return coverage === "full" ? "A" : null;
};

/** What each letter means, best first. */
export const GRADE_MEANINGS: Record<Grade, string> = {
	A: "Nothing above “Info” was found, and everything this scan covers was looked at.",
	B: "One or two medium findings, or low ones only.",
	C: "Three or more medium findings, none high.",
	D: "One or two high findings.",
	F: "Three or more high findings.",
};

/** Why the report has the grade it has, or why it has none, as one or two sentences. */
export const gradeReason = (report: Omit<Graded, "counts"> & Pick<ScanReport, "grade">): string => {
	if (report.grade !== null) {
		const meaning = GRADE_MEANINGS[report.grade];
		return report.coverage === "full" ? meaning : `${meaning} What was not looked at could only make it worse.`;
	}
	const instead = answeredInstead(report.parts);
	if (instead) {
		const [what, next] = ABOUT_INSTEAD[instead];
		return `${what} We saw no page, so there is no grade. Only what needs no page, such as DNS and TLS, was checked. ${next}`;
	}
	if (!enoughEvaluated(report.parts))
		return "Fewer than half of the parts could be looked at. That is too little for a grade.";
	return "Nothing above “Info” was found, but not everything was looked at. An A needs full coverage.";
};
