import { describe, expect, test } from "vitest";
import {
	CATEGORY_OF,
	REPORT_CATEGORIES,
	REPORT_STATUSES,
	REPORT_TEMPLATES,
	reportSummary,
} from "#contract/reports/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { SAMPLE_NOW } from "#src/content/samples/sample-now.ts";
import { sampleReports } from "#src/content/samples/sample-reports.ts";

test("the categories are exactly executive, technical, compliance and incident", {
	meta: { acceptance: "S2.197-S2.200, A92" },
}, () => {
	expect(REPORT_CATEGORIES).toEqual(["executive", "technical", "compliance", "incident"]);
});

test("the states of a report are exactly completed, generating and failed", { meta: { acceptance: "S4.10" } }, () => {
	expect(new Set(REPORT_STATUSES)).toEqual(new Set(["completed", "generating", "failed"]));
});

describe("each template has its name and its category", { meta: { acceptance: "S2.191, S2.193-S2.196" } }, () => {
	test.each([
		["executive-summary", "Executive Summary", "executive"],
		["vulnerability-assessment", "Vulnerability Assessment", "technical"],
		["compliance-report", "Compliance Report", "compliance"],
		["incident-response", "Incident Response", "incident"],
	] as const)("%s", (template, name, category) => {
		expect(TEMPLATES[template].name).toBe(name);
		expect(CATEGORY_OF[template]).toBe(category);
	});

	test("and there is no fifth", () => {
		expect(Object.keys(TEMPLATES)).toEqual([...REPORT_TEMPLATES]);
	});
});

describe("sample reports", () => {
	test("have the shape the API answers with, so that the same components show both", () => {
		for (const report of sampleReports) expect(reportSummary.parse(report)).toEqual(report);
		expect(new Set(sampleReports.map(({ id }) => id)).size).toBe(sampleReports.length);
	});

	test("have their eight fields, every status and category", { meta: { acceptance: "S3.106-S3.114" } }, () => {
		for (const report of sampleReports) {
			expect(report.name && report.createdBy).toBeTruthy();
			expect(report.category).toBe(CATEGORY_OF[report.template]);
			expect(Date.parse(report.createdAt)).toBeLessThanOrEqual(SAMPLE_NOW);
			expect(report.size === null).toBe(report.status !== "completed");
			expect(report.failure === null).toBe(report.status !== "failed");
			expect(Number.isInteger(report.downloads) && report.downloads >= 0).toBe(true);
		}
		expect(new Set(sampleReports.map(({ status }) => status))).toEqual(new Set(REPORT_STATUSES));
		expect(new Set(sampleReports.map(({ category }) => category))).toEqual(new Set(REPORT_CATEGORIES));
	});

	test("are newest first", () => {
		const times = sampleReports.map(({ createdAt }) => Date.parse(createdAt));
		expect(times).toEqual(times.toSorted((one, other) => other - one));
	});
});
