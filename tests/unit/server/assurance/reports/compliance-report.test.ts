import { describe, expect, test } from "vitest";
import { FRAMEWORKS, type Framework } from "#contract/reports/reports.ts";
import { CONTROLS, SIZES } from "#server/assurance/findings/controls.ts";
import { seenOf } from "#server/assurance/findings/denominator.ts";
import type { ReportAssessment } from "#server/assurance/reports/data/report-data.ts";
import { makeReport } from "#server/assurance/reports/make-report.ts";
import { complianceReport } from "#server/assurance/reports/templates/compliance-report.ts";
import { reportData, reportFinding } from "./report-data.ts";

const data = (frameworks: readonly Framework[] = FRAMEWORKS) =>
	reportData("compliance-report", { frameworks: [...frameworks] });
const page = async (frameworks?: readonly Framework[]) =>
	(await makeReport(data(frameworks), "https://plumbline.example")).files.get("html")?.toString() ?? "";

describe("the denominator", () => {
	test("is the framework's own size, or what is mapped here where we are not certain", () => {
		expect(Object.fromEntries(FRAMEWORKS.map((framework) => [framework, seenOf(framework)]))).toEqual({
			ndpa: "1 control",
			"soc-2": "8 of 33 common criteria",
			"iso-27001": "11 of 93 controls of Annex A",
			"pci-dss": "20 controls in 8 of 12 principal requirements",
			hipaa: "7 controls in 5 of 18 standards",
			gdpr: "1 of 99 articles",
		});
	});

	test("is never smaller than what is mapped", () => {
		for (const framework of FRAMEWORKS) {
			const { total = Number.POSITIVE_INFINITY, unitOf = (id: string) => id } = SIZES[framework] ?? {};
			expect(new Set(Object.keys(CONTROLS[framework]).map(unitOf)).size, framework).toBeLessThanOrEqual(total);
		}
	});

	test("stands above each table with how many have evidence against them", () => {
		const [, soc] = complianceReport(data(["soc-2"])).sections;
		expect(soc).toMatchObject({
			heading: "SOC 2",
			blocks: [
				{
					type: "paragraph",
					text: "8 of 33 common criteria can be seen from outside; 3 have evidence against, and 2 were not evaluated.",
				},
				{ type: "table" },
			],
		});
	});
});

test("only the frameworks that were chosen are in it, in every format", async () => {
	const { files } = await makeReport(data(["gdpr"]), "https://plumbline.example");
	for (const format of ["html", "csv"] as const) {
		const text = files.get(format)?.toString() ?? "";
		expect(text, format).toContain("GDPR");
		expect(text, format).not.toMatch(/SOC 2|Annex A|PCI DSS|HIPAA|NDPA/);
	}
	expect(complianceReport(data(["gdpr", "hipaa"])).meta.at(-1)).toEqual(["About", "GDPR and HIPAA Security Rule"]);
	expect(complianceReport(data()).meta.at(-1)).toEqual(["About", "All 6 frameworks"]);
});

test("every standing has a shape and a word, and what speaks against a control leads to its evidence", async () => {
	const html = await page();
	for (const word of ["Evidence against", "None seen", "Not evaluated"]) {
		expect(html).toMatch(
			new RegExp(`<span class="standing"><svg class="shape"[^>]*aria-hidden="true">.*?</svg>${word}</span>`),
		);
	}
	const links = [...html.matchAll(/href="#([HMLN]\d+)"/g)].map(([, mark]) => mark);
	expect(links.length).toBeGreaterThan(5);
	const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	for (const mark of links) expect(anchors, mark).toContain(mark);
	expect(new Set(anchors).size).toBe(anchors.length);
	expect(html).toMatch(/Fix <a href="#H\d">H\d<\/a>(, <a[^>]*>\w+<\/a>)*, then scan again\./);
});

test("what is missing says what would close it: a scan, or the hosts that were not looked at", async () => {
	const html = await page(["soc-2"]);
	expect(html).toContain("No scan in scope checked this.");
	expect(html).toContain("Run a Wapiti scan or a Zap scan.");
	expect(html).toContain("Checked on 1 of 5 hosts.");
	expect(html).toContain("Check the other 4 hosts.");
});

test("no control, law or standard is ever said to be met", async () => {
	const clean = reportData("compliance-report", { findings: [] });
	for (const each of [data(), clean]) {
		const { files } = await makeReport(each, "https://plumbline.example");
		const text = `${files.get("html")} ${files.get("csv")}`.replaceAll("does not show that the control is met", "");
		expect(text.replace(/<style[\s\S]*?<\/style>/g, "")).not.toMatch(
			/\b(is|are) met\b|\bpassed\b(?! on)|\b(is|are) compliant\b|\bcomplies\b|\bfulfil/i,
		);
	}
});

test("many problems against one control are counted after the tenth mark", () => {
	const rules = [
		"csp-missing",
		"csp-unsafe",
		"framing-allowed",
		"nosniff-missing",
		"cookie-without-secure",
		"cookie-without-httponly",
		"directory-listing",
		"exposed-git",
		"exposed-env",
		"version-disclosed",
		"hsts-missing",
		"http-not-redirected",
	];
	const findings = rules.map((rule) => reportFinding({ host: "shop.example.com", rule, title: rule }));
	const { sections } = complianceReport({ ...data(["gdpr"]), findings });
	expect(JSON.stringify(sections[1])).toContain(", then scan again.");
	expect(JSON.stringify(sections[1])).toContain(" and 2 more, then scan again.");
});

test("assessments are in it as what people said, and left out if there are none", async () => {
	const answered: ReportAssessment = {
		title: "Visit <b>one</b>",
		subject: "Lagos",
		client: "Bakery",
		template: "Site visit",
		state: "signed",
		changedAt: "2026-11-20T09:00:00.000Z",
		answered: 40,
		asked: 41,
		gaps: 3,
		revision: 2,
		signed: { at: "2026-11-20T09:30:00.000Z", sha256: "ab".repeat(32) },
	};
	const assessments = [
		answered,
		{ ...answered, title: "Self", client: "", subject: "", state: "draft", signed: null },
	] as const;
	const { sections } = complianceReport({ ...data(["gdpr"]), assessments: [...assessments] });
	const section = sections.find(({ id }) => id === "assessments");
	expect(section?.blocks[1]).toMatchObject({
		rows: [
			["Visit <b>one</b>, Lagos, Bakery", "Site visit", "Signed", "40 of 41", "3", "Revision 2, 20 Nov 2026"],
			["Self", "Site visit", "Not begun", "40 of 41", "3", ""],
		],
	});
	const { files } = await makeReport({ ...data(["gdpr"]), assessments: [...assessments] }, "https://plumbline.example");
	expect(files.get("html")?.toString()).toContain("Visit &lt;b&gt;one&lt;/b&gt;, Lagos, Bakery");
	expect(complianceReport(data(["gdpr"])).sections.some(({ id }) => id === "assessments")).toBe(false);
});
