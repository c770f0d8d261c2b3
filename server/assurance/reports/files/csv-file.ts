import { csvOf } from "#contract/csv.ts";
import { FINDING_CSV } from "#contract/findings/finding-csv.ts";
import { FRAMEWORK_NAMES } from "#contract/reports/reports.ts";
import { STANDING_LABELS } from "#server/platform/paper/standing-labels.ts";
import { type JudgedControl, judgeControls } from "../../findings/judge-controls.ts";
import { hostsInScope } from "../data/figures.ts";
import type { ReportData, ReportFinding } from "../data/report-data.ts";

const CONTROL_CSV = csvOf<JudgedControl>({
	framework: ({ framework }) => FRAMEWORK_NAMES[framework],
	control: ({ id }) => id,
	about: ({ about }) => about,
	standing: ({ standing }) => STANDING_LABELS[standing],
	findings: ({ findings }) => findings.length,
	reason: ({ reason }) => reason,
	closing: ({ closing }) => closing,
});

/** The data for a spreadsheet: controls for a compliance report, findings for all others. */
export function csvFile(data: ReportData): string {
	if (data.template === "compliance-report") {
		return (
			CONTROL_CSV.head +
			judgeControls({ ...data, hosts: hostsInScope(data) })
				.map(CONTROL_CSV.line)
				.join("")
		);
	}
	return FINDING_CSV.head + data.findings.map((row) => FINDING_CSV.line(trackedOf(row))).join("");
}

function trackedOf({ finding, asset: _, isFromFirstLook: _first, ...tracked }: ReportFinding) {
	const { fingerprint, engine, rule, title, severity, confidence, location, cwe } = finding;
	return { ...tracked, fingerprint, engine, rule, title, severity, confidence, location, cwe };
}
