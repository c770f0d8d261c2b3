import { CATEGORY_OF, type ReportSummary, type ReportTemplate } from "#contract/reports/reports.ts";
import { SAMPLE_NOW } from "./sample-now.ts";

const DAY = 24 * 60 * 60_000;

type Base = { serial: number; template: ReportTemplate; name: string; by: string };

/** Requested `ago` days before now. */
const generating = ({ serial, template, name, by }: Base, ago: number): ReportSummary => ({
	id: `00000000-0000-4000-9000-${String(serial).padStart(12, "0")}`,
	name,
	template,
	category: CATEGORY_OF[template],
	createdAt: new Date(SAMPLE_NOW - ago * DAY).toISOString(),
	createdBy: by,
	size: null,
	status: "generating",
	failure: null,
	downloads: 0,
});

const completed = (base: Base, ago: number, size: number, downloads: number): ReportSummary => ({
	...generating(base, ago),
	status: "completed",
	size,
	downloads,
});

const failed = (base: Base, ago: number, failure: string): ReportSummary => ({
	...generating(base, ago),
	status: "failed",
	failure,
});

const AMARA = "Amara Okafor";
const JONAS = "Jonas Weber";

/** Newest first, as the API lists them; made up, like the sample scans. */
export const sampleReports: readonly ReportSummary[] = [
	generating({ serial: 5, template: "executive-summary", name: "Security posture, May 2026", by: AMARA }, 0.003),
	completed(
		{ serial: 4, template: "vulnerability-assessment", name: "portal.example.com, all findings", by: JONAS },
		0.2,
		418_304,
		6,
	),
	completed(
		{ serial: 3, template: "compliance-report", name: "Evidence against the NDPA, second quarter", by: AMARA },
		6.3,
		1_204_224,
		14,
	),
	completed(
		{ serial: 2, template: "incident-response", name: "Expired certificate on mail.example.com", by: JONAS },
		9.1,
		96_256,
		3,
	),
	failed(
		{ serial: 1, template: "vulnerability-assessment", name: "old.example.com, all findings", by: JONAS },
		52.8,
		"No scan of old.example.com was completed in this time, so there was nothing to report. Scan it, or choose other days.",
	),
];
