import { describe, expect, test } from "vitest";
import { CATEGORY_OF, REPORT_CATEGORIES, REPORT_STATUSES, REPORT_TEMPLATES, reportSummary } from "#contract/reports.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { SAMPLE_NOW } from "#src/content/sample-now.ts";
import { sampleReports } from "#src/content/sample-reports.ts";

test("S2.197 S2.198 S2.199 S2.200 A92 the categories are exactly executive, technical, compliance and incident", () => {
	expect(REPORT_CATEGORIES).toEqual(["executive", "technical", "compliance", "incident"]);
});

test("S4.10 the states of a report are exactly completed, generating and failed", () => {
	expect(new Set(REPORT_STATUSES)).toEqual(new Set(["completed", "generating", "failed"]));
});

describe("S2.191 each template has its name and its category", () => {
	test.each([
		["S2.193", "executive-summary", "Executive Summary", "executive"],
		["S2.194", "vulnerability-assessment", "Vulnerability Assessment", "technical"],
		["S2.195", "compliance-report", "Compliance Report", "compliance"],
		["S2.196", "incident-response", "Incident Response", "incident"],
	] as const)("%s %s", (_id, template, name, category) => {
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

	test("S3.106 S3.107 S3.108 S3.109 S3.110 S3.111 S3.112 S3.113 S3.114 have their eight fields, every status and category", () => {
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
