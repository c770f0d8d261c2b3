import type { ReportData } from "../data/report-data.ts";

/** All the data of a report, one finding per line. Without the workspace's logo, which is not part of the data. */
export function jsonFile({ findings, workspace: { logo: _, ...workspace }, ...data }: ReportData): string {
	const rest = JSON.stringify({ format: "plumbline-report", version: 1, ...data, workspace });
	const lines = findings.map((finding) => JSON.stringify(finding)).join(",\n");
	return `${rest.slice(0, -1)},"findings":[\n${lines}\n]}\n`;
}
