import { describe, expect, test } from "vitest";
import { REPORT_TEMPLATES, type ReportFormat, type ReportTemplate } from "#contract/reports/reports.ts";
import { csvFile } from "#server/assurance/reports/files/csv-file.ts";
import { sarifFile } from "#server/assurance/reports/files/sarif-file.ts";
import { jsonFile, makeReport } from "#server/assurance/reports/make-report.ts";
import { foldScript } from "#server/platform/paper/pages/fold-script.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { sarifValidator } from "#tests/support/reports/sarif-schema.ts";
import { reportData, reportFinding } from "./report-data.ts";
import { HOSTILE } from "./samples.ts";

const URL_OF_OURS = "https://plumbline.example";
const GOLDEN = new URL("../../../../fixtures/reports/", import.meta.url);

const made = new Map(
	await Promise.all(
		REPORT_TEMPLATES.map(async (template) => [template, await makeReport(reportData(template), URL_OF_OURS)] as const),
	),
);
const fileOf = (template: ReportTemplate, format: ReportFormat): Buffer =>
	made.get(template)?.files.get(format) ?? expect.fail(`no ${format}`);
const textOf = (template: ReportTemplate, format: ReportFormat) => fileOf(template, format).toString();

describe.each(REPORT_TEMPLATES)("the report %s", (template) => {
	test("says what it said before, word for word", async () => {
		const page = /<main[\s\S]*<\/main>/.exec(textOf(template, "html"))?.[0];
		await expect(`${page}\n`).toMatchFileSnapshot(new URL(`${template}.html`, GOLDEN).pathname);
		await expect(textOf(template, "csv")).toMatchFileSnapshot(new URL(`${template}.csv`, GOLDEN).pathname);
		const pdf = readPdf(fileOf(template, "pdf"));
		const lines = pdf.marked.map(([tag, text]) => `${tag}\t${text}\n`).join("");
		await expect(lines).toMatchFileSnapshot(new URL(`${template}.pdf.txt`, GOLDEN).pathname);
	});

	test("is the same byte for byte when it is made again of the same data", async () => {
		const again = await makeReport(reportData(template), URL_OF_OURS);
		for (const [format, content] of again.files) expect(content.equals(fileOf(template, format)), format).toBe(true);
	});

	test("is a PDF with title, language, outline, structure and embedded fonts", () => {
		const { objects, marked, pages } = readPdf(fileOf(template, "pdf"));
		expect(objects).toMatch(/\/Marked true/);
		expect(objects).toMatch(/\/Lang \(en\)/);
		expect(objects).toMatch(/\/DisplayDocTitle true/);
		expect(objects).toMatch(/\/PageMode \/UseOutlines/);
		expect(objects).toMatch(/\(D:20261121081500Z\)/);
		expect(objects).not.toMatch(/\/BaseFont \/(Helvetica|Courier|Times)/);
		expect(marked.filter(([tag]) => tag === "H1")).toEqual([["H1", "Third quarter <review>"]]);
		expect(marked.filter(([tag]) => tag === "H2").length).toBeGreaterThan(4);
		expect(pages).toBeLessThan({ "executive-summary": 3, "compliance-report": 12 }[template as string] ?? 8);
		expect(marked.map(([, text]) => text).join("")).not.toContain("?U+");
	});

	test("holds no markup of strangers", () => {
		const html = textOf(template, "html");
		for (const text of HOSTILE.filter((each) => each.includes("<"))) expect(html).not.toContain(text);
		expect(html.split(foldScript.toString())).toHaveLength(2);
		expect(html.replace(foldScript.toString(), "")).not.toMatch(/<script|<img|<[^>]*\son\w+=/);
		expect(html).toContain("Third quarter &lt;review&gt;");
	});
});

describe("names that our letters do not have", () => {
	test("are drawn where a font has them, and named where none does", () => {
		const text = readPdf(fileOf("executive-summary", "pdf"))
			.marked.map(([, each]) => each)
			.join("\n");
		expect(text).toContain("Łódź Bäckerei Καφές ‹U+5317›‹U+4EAC›");
	});
});

describe("the SARIF file", () => {
	const sarif = JSON.parse(textOf("vulnerability-assessment", "sarif"));

	test("is valid by the schema of SARIF 2.1.0", () => {
		const validate = sarifValidator();
		expect(validate(sarif), JSON.stringify(validate.errors)).toBe(true);
		expect(validate({ ...sarif, version: "2.0.0" })).toBe(false);
	});

	test("has every finding with its rule, and says which were set aside", () => {
		const [{ results, tool }] = sarif.runs;
		expect(results).toHaveLength(reportData("vulnerability-assessment").findings.length);
		for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
		const suppressed = results.filter((result: { suppressions?: unknown[] }) => result.suppressions);
		expect(suppressed.map(({ ruleId }: { ruleId: string }) => ruleId).toSorted()).toEqual([
			"baseline/version-disclosed",
			"nmap/database-exposed",
		]);
		expect(results.filter(({ baselineState }: { baselineState: string }) => baselineState === "absent")).toHaveLength(
			1,
		);
	});

	test("says code of rules as plain text, and what was seen word for word; JSON and CSV keep every character", () => {
		const data = reportData("vulnerability-assessment");
		const one = reportFinding({ host: "a.example", title: "No `Referrer-Policy`" });
		one.finding.fix = { owner: "Ask for `it`.", engineer: "Send `Referrer-Policy`." };
		one.finding.evidence = [{ source: "Header", text: "a `b`" }];
		const only = { ...data, findings: [one] };
		const [run] = JSON.parse(sarifFile(only)).runs;
		expect(run.results[0].message.text).toMatch(/^No Referrer-Policy \(.*\)\nHeader: a `b`$/);
		expect(run.tool.driver.rules[0].shortDescription.text).toBe("No Referrer-Policy");
		expect(run.tool.driver.rules[0].help.text).toMatch(/^Send Referrer-Policy\./);
		expect(JSON.parse(jsonFile(only)).findings[0].finding.title).toBe("No `Referrer-Policy`");
		expect(csvFile(only)).toContain("No `Referrer-Policy`");
	});

	test.each([
		["2001:db8::1", "/", "https://[2001:db8::1]:443/"],
		["a.example", "/a%20b/c d?x=[1]&y=%", "https://a.example:443/a%20b/c%20d?x=%5B1%5D&y=%25"],
		["a.example", "@evil.example/", "https://a.example:443/@evil.example/"],
		["a.example", "", "https://a.example:443"],
	])("says of %s and %j where it is, as an address that leads nowhere else", (host, path, uri) => {
		const data = reportData("vulnerability-assessment");
		const one = reportFinding({ host });
		one.finding.location.path = path;
		const [run] = JSON.parse(sarifFile({ ...data, findings: [one] })).runs;
		expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
		expect(URL.parse(uri)?.hostname).toBe(URL.parse(`https://${host.includes(":") ? `[${host}]` : host}`)?.hostname);
	});

	test("comes with the vulnerability assessment alone", () => {
		for (const [template, { files }] of made) {
			expect(files.has("sarif"), template).toBe(template === "vulnerability-assessment");
		}
	});
});
