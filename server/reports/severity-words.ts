import type { ScanReport } from "#contract/findings.ts";
import { SEVERITIES, type Severity } from "#contract/severity.ts";

/** A severity as a reader meets it. */
export const SEVERITY_WORDS: Record<Severity, { word: string; meaning: string }> = {
	high: { word: "High", meaning: "Act on these first." },
	medium: { word: "Medium", meaning: "Plan these; each makes an attack easier." },
	low: { word: "Low", meaning: "Good housekeeping." },
	none: { word: "None", meaning: "For information. Nothing has to be done." },
};

/** `1 finding`, `2 findings`: a number with its word. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `2 high, 3 medium, 1 low, 4 for information`; `nothing` when all are 0. */
export const countsInWords = (counts: ScanReport["counts"]): string =>
	SEVERITIES.filter((severity) => counts[severity] > 0)
		.map((severity) => `${counts[severity]} ${severity === "none" ? "for information" : severity}`)
		.join(", ") || "nothing";
