import type { ScanReport } from "#contract/findings/findings.ts";
import { SEVERITIES, type Severity } from "#contract/findings/severity.ts";

/** What readers see for each severity. */
export const SEVERITY_LABELS: Record<Severity, { label: string; meaning: string }> = {
	high: { label: "High", meaning: "Act on these first." },
	medium: { label: "Medium", meaning: "Plan these; each makes an attack easier." },
	low: { label: "Low", meaning: "Good housekeeping." },
	none: { label: "Info", meaning: "For information. No action needed." },
};

/** `2 high, 3 medium, 1 low, 4 for information`; `nothing` when all are 0. */
export const countsText = (counts: ScanReport["counts"]): string =>
	SEVERITIES.filter((severity) => counts[severity] > 0)
		.map((severity) => `${counts[severity]} ${severity === "none" ? "for information" : severity}`)
		.join(", ") || "nothing";
