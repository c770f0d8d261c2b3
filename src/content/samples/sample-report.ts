import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import recorded from "./sample-report.json" with { type: "json" };

/** The start of a report: everything a first page shows. */
export type ReportExcerpt = Pick<ScanReport, "target" | "startedAt" | "finishedAt" | "coverage" | "counts"> & {
	grade: NonNullable<ScanReport["grade"]>;
	/** The first findings in the report, as many as the excerpt shows. */
	findings: Pick<Finding, "rule" | "title" | "severity" | "evidence" | "why" | "fix" | "cwe">[];
};

/** Our own scan of the practice target, the deliberately weak site that comes with the product: recorded by scripts/record-sample.ts. */
export const sampleReport = recorded as ReportExcerpt;
