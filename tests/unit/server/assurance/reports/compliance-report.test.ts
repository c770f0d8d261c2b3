import { describe, expect, test } from "vitest";
import { REQUIREMENT_STANDINGS } from "#contract/controls/standing.ts";
import type { ShippedId } from "#contract/frameworks/pack.ts";
import type { ReportAssessment, ReportData } from "#server/assurance/reports/data/report-data.ts";
import { makeReport } from "#server/assurance/reports/make-report.ts";
import { complianceReport } from "#server/assurance/reports/templates/compliance-report.ts";
import type { Table } from "#server/platform/paper/document/document.ts";
import { complianceOf } from "./compliance-data.ts";
import { reportData, reportFinding } from "./report-data.ts";

const URL_OF_OURS = "https://plumbline.example";
const data = (frameworks?: readonly ShippedId[]): ReportData => {
	const all = reportData("compliance-report");
	return frameworks ? { ...all, compliance: [complianceOf(frameworks)] } : all;
};
const page = async (of: ReportData) => (await makeReport(of, URL_OF_OURS)).files.get("html")?.toString() ?? "";

const tableIn = (of: ReportData, id: string): Table => {
	const blocks = complianceReport(of).sections.find((section) => section.id === id)?.blocks ?? [];
	return blocks.find((block) => block.type === "table") ?? expect.fail(`no table in ${id}`);
};
const rowOf = (of: ReportData, id: string, first: string) =>
	tableIn(of, id).rows.find(([cell]) => cell === first) ?? expect.fail(`no ${first}`);

describe("a requirement", () => {
	test("stands as on its screen, with the controls that make it so", () => {
		const of = { ...data(), compliance: [data().compliance[0] ?? expect.fail()] };
		expect(rowOf(of, "soc-2-1", "CC6.7").slice(2)).toEqual([
			{ standing: "evidence-against", word: "Evidence against" },
			"Evidence against: CR-01. Not evaluated: AS-02, CR-02, CR-03, SD-03, CF-04, NW-02.",
		]);
		expect(rowOf(of, "soc-2-1", "CC7.1")[2]).toMatchObject({ word: "Stale" });
		expect(rowOf(of, "soc-2-1", "CC9.1").slice(2)).toEqual([
			{ standing: "not-evaluated", word: "Not evaluated" },
			"Not evaluated: RM-02, BC-02.",
		]);
	});

	test("that is partly shown says how many of its controls are, and retired ones do not count", () => {
		const shown = { standings: { "GV-01": "covered", "RM-01": "none-seen" } } as const;
		const words = (retired: string[]) => {
			const of = { ...data(), compliance: [complianceOf(["soc-2"], { ...shown, retired })] };
			return rowOf(of, "soc-2-1", "CC3.1").slice(2);
		};
		expect(words([])).toEqual([
			{ standing: "partly", word: "Partly: 2 of 3" },
			"None seen: RM-01. Covered by evidence: GV-01. Not evaluated: GV-04.",
		]);
		expect(words(["GV-04"])).toEqual([
			{ standing: "none-seen", word: "None seen" },
			"None seen: RM-01. Covered by evidence: GV-01.",
		]);
	});

	test("that does not apply has no standing, and says why", () => {
		expect(rowOf(data(), "soc-2-1", "CC1.1").slice(2)).toEqual(["Not applicable", "There is no board <b>yet</b>."]);
	});
});

test("the numbers are the framework's own, by client if there are several", () => {
	const { columns, rows } = tableIn(data(), "result");
	expect(columns.slice(0, 2).map(({ head }) => head)).toEqual(["Client", "Framework"]);
	const numbers = data().compliance.flatMap(({ frameworks }) =>
		frameworks.map(({ standings }) => REQUIREMENT_STANDINGS.map((standing) => String(standings[standing]))),
	);
	expect(rows.map((row) => row.slice(2))).toEqual(numbers);
	expect(rows.map((row) => row.slice(0, 2))).toEqual([
		["Analytical Engines Ltd", "SOC 2"],
		["Bakery", "OWASP Top 10:2025"],
	]);
	expect(complianceReport(data()).sections.map(({ heading }) => heading)).toEqual([
		"In short",
		"SOC 2: Analytical Engines Ltd",
		"Controls: Analytical Engines Ltd",
		"OWASP Top 10:2025: Bakery",
		"Controls: Bakery",
		"Evidence",
		"Coverage",
		"Limits",
	]);
	expect(tableIn(data(["gdpr"]), "result").columns[0]?.head).toBe("Framework");
});

test("a finding speaks against its own client's controls, on the hosts that their tests name", () => {
	const { rows } = tableIn(data(), "evidence");
	const hsts = rows.find(([, , title]) => title === "Browsers are not told to insist on HTTPS");
	expect(hsts?.at(-1)).toBe("CR-01");
	const [bakery] = data().compliance.slice(1);
	const only = (hosts: string[]) => ({
		...data(),
		compliance: [
			{
				...(bakery ?? expect.fail()),
				controls: (bakery?.controls ?? []).map((control) => ({
					...control,
					looksFor: control.looksFor.map(({ classes }) => ({ classes, hosts })),
				})),
			},
		],
	});
	const titles = (hosts: string[]) => JSON.stringify(tableIn(only(hosts), "evidence").rows);
	expect(titles([])).toContain("shop.example.com");
	expect(titles(["shop.example.com"])).not.toContain("api.example.com");
	expect(complianceReport(only(["other.example.com"])).sections.find(({ id }) => id === "evidence")?.blocks).toEqual([
		{ type: "paragraph", text: "No open finding in scope is evidence against these controls." },
	]);
});

test("only the frameworks that were chosen are in it, in every format", async () => {
	const { files } = await makeReport(data(["gdpr"]), URL_OF_OURS);
	for (const format of ["html", "csv"] as const) {
		const text = files.get(format)?.toString() ?? "";
		expect(text, format).toContain("GDPR");
		expect(text, format).not.toMatch(/SOC 2|Annex A|PCI DSS|HIPAA|NDPA/);
	}
	const about = (frameworks: ShippedId[]) => complianceReport(data(frameworks)).meta.at(-1);
	expect(about(["gdpr", "hipaa"])).toEqual(["About", "GDPR and HIPAA Security Rule"]);
	expect(about(["gdpr", "hipaa", "soc-2", "nis2", "dora"])).toEqual(["About", "5 frameworks"]);
});

test("without a framework it says what to do, and speaks of no control", () => {
	const { sections, meta } = complianceReport({ ...data(), compliance: [] });
	expect(meta.at(-1)).toEqual(["About", "No framework is chosen"]);
	expect(sections.map(({ id }) => id)).toEqual(["result", "coverage", "limits"]);
	expect(JSON.stringify(sections[0])).toContain("Choose one under Compliance");
});

test("one that was asked for and not chosen says so", () => {
	const asked = { ...data(), compliance: [complianceOf(["gdpr"], { isChosen: false })] };
	expect(JSON.stringify(complianceReport(asked))).toContain("This framework is not chosen");
	expect(JSON.stringify(complianceReport(data()))).not.toContain("This framework is not chosen");
});

test("a report on some hosts or days says that standings count every host", () => {
	const narrowed = "Standings are those of 21 Nov 2026, and count every host.";
	const { scope } = data();
	for (const of of [
		{ ...scope, hosts: ["api.example.com"] },
		{ ...scope, from: "2026-11-01" },
	]) {
		expect(JSON.stringify(complianceReport({ ...data(), scope: of }))).toContain(narrowed);
	}
	expect(JSON.stringify(complianceReport(data()))).not.toContain(narrowed);
});

test("every standing has a shape and a word, and what speaks against a control leads to its evidence", async () => {
	const html = await page(data());
	for (const word of [
		"Evidence against",
		"Stale",
		"None seen",
		"Covered by evidence",
		"Partly: 1 of 3",
		"Not evaluated",
	]) {
		expect(html).toMatch(
			new RegExp(`<span class="standing"><svg class="shape"[^>]*aria-hidden="true">[^>]*></svg>${word}</span>`),
		);
	}
	const links = [...html.matchAll(/href="#([HMLN]\d+)"/g)].map(([, mark]) => mark);
	expect(links.length).toBeGreaterThan(3);
	const anchors = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
	for (const mark of links) expect(anchors, mark).toContain(mark);
	expect(new Set(anchors).size).toBe(anchors.length);
	expect(html).toMatch(/Fix <a href="#H\d">H\d<\/a>(, <a[^>]*>\w+<\/a>)*, then scan again\./);
});

test("no control, law or standard is ever said to be met", async () => {
	const clean = { ...data(), findings: [] };
	for (const each of [data(), clean]) {
		const { files } = await makeReport(each, URL_OF_OURS);
		const text = `${files.get("html")} ${files.get("csv")}`.replaceAll(
			"None of them means that a requirement is met.",
			"",
		);
		expect(text.replace(/<style[\s\S]*?<\/style>/g, "")).not.toMatch(
			/\b(is|are) met\b|\bpassed\b(?! on)|\b(is|are) compliant\b|\bcomplies\b|\bfulfil/i,
		);
	}
});

test("many problems against one control are counted after the tenth mark", () => {
	const findings = Array.from({ length: 12 }, (_, at) =>
		reportFinding({ host: "shop.example.com", rule: "exposed-git", title: `A file ${at}` }),
	);
	const { sections } = complianceReport({ ...data(["gdpr"]), findings });
	expect(JSON.stringify(sections.find(({ id }) => id === "controls-1"))).toContain(" and 2 more, then scan again.");
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
	const { files } = await makeReport({ ...data(["gdpr"]), assessments: [...assessments] }, URL_OF_OURS);
	expect(files.get("html")?.toString()).toContain("Visit &lt;b&gt;one&lt;/b&gt;, Lagos, Bakery");
	expect(complianceReport(data(["gdpr"])).sections.some(({ id }) => id === "assessments")).toBe(false);
});
