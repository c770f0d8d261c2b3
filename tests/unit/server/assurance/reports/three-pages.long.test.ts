import { describe, expect, test } from "vitest";
import type { Finding, ScanPart, ScanReport, SentItem } from "#contract/findings/findings.ts";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { placeText } from "#contract/format/place.ts";
import { scanReportPdf } from "#server/assurance/reports/scan-report.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { aFinding, aReport, evaluated, missed } from "./samples.ts";

const SHORT = "a few words";
/** As long as a rule's longest text, several times over. */
const LONG = "words that go on and on with no end in sight ".repeat(14).trim();
const LONG_HOST = `${"a-very-long-label-of-a-host.".repeat(8)}example.com`;
const LONG_TARGET = `https://${LONG_HOST}/${"x".repeat(300)}`;

const manyFindings = (count: number, words: string, host = "shop.example.com"): Finding[] =>
	Array.from({ length: count }, (_, index) =>
		aFinding({
			rule: `rule-${index}`,
			title: `Problem ${index} of ${words}`,
			severity: SEVERITIES[index % 4] ?? "low",
			location: { host, port: 1000 + index, path: `/${words.replaceAll(" ", "-")}`, parameter: "" },
			evidence: [{ source: `Source ${index}`, text: `Seen ${index} with ${words}` }],
			why: { owner: `Owner why ${index}, ${words}.`, engineer: `Engineer why ${index}, ${words}.` },
			fix: { owner: `Owner fix ${index}, ${words}. And more.`, engineer: `Engineer fix ${index}, ${words}.` },
		}),
	);
const sentItems = (count: number): SentItem[] =>
	Array.from({ length: count }, (_, index) => ({
		at: "2026-11-27T14:02:05.000Z",
		what: `GET https://shop.example.com/${index}`,
		address: "",
		outcome: `${200 + index}`,
	}));
const manyMissed = (count: number, reason: string): ScanPart[] =>
	Array.from({ length: count }, (_, index) => missed(`missed-${index}`, reason));
const manyEvaluated = (count: number): ScanPart[] =>
	Array.from({ length: count }, (_, index) => evaluated(`seen-${index}`));

const packed = (text: string): string => text.replace(/\s+/g, "");

async function pagesOf(report: ScanReport) {
	const { byPage } = readPdf(await scanReportPdf(report, "https://plumbline.example"));
	const appendix = byPage.findIndex((page) => page.some(([tag, text]) => tag === "H1" && text === "Appendix"));
	const textOf = (pages: typeof byPage) =>
		pages
			.flat()
			.map(([, text]) => text)
			.join(" ");
	return {
		appendix,
		before: byPage.slice(0, appendix).map((page) => textOf([page])),
		lead: byPage.slice(0, appendix),
		details: textOf(byPage.slice(appendix)),
	};
}

/** Everything that a report says about its findings, its parts and what was sent. */
const saidIn = ({ target, findings, parts, sent }: ScanReport): string[] => [
	target,
	...findings.flatMap(({ title, location, evidence, why, fix, rule, cwe }) => [
		title,
		`Seen at ${placeText(location)}`,
		...evidence.flatMap(({ source, text }) => [source, text]),
		why.owner,
		why.engineer,
		fix.owner,
		fix.engineer,
		`Rule ${rule}`,
		`CWE-${cwe}`,
	]),
	...parts.flatMap((part) => [part.label, part.status === "evaluated" ? "Evaluated" : part.reason]),
	...sent.flatMap(({ what, outcome }) => [what, outcome]),
];

const BOT_WALL: ScanPart = {
	part: "headers",
	label: "The headers part",
	status: "not-evaluated",
	reason: LONG,
	instead: "bot-wall",
};

const REPORTS: [name: string, report: ScanReport][] = [
	...[0, 1, 3, 12, 60].flatMap((count): [string, ScanReport][] => [
		[`${count} findings`, aReport({ findings: manyFindings(count, SHORT), sent: sentItems(30) })],
		[
			`${count} findings with long texts and a long target`,
			aReport({ findings: manyFindings(count, LONG, LONG_HOST), sent: sentItems(3) }, LONG_TARGET),
		],
		[
			`${count} findings, and a part that was not looked at`,
			aReport({
				coverage: "partial",
				findings: manyFindings(count, SHORT),
				parts: [...manyEvaluated(5), ...manyMissed(1, "No name server answered in 5 s.")],
			}),
		],
		[
			`${count} findings with everything long, no letter, and most parts missing`,
			aReport(
				{
					coverage: "partial",
					findings: manyFindings(count, LONG, LONG_HOST),
					parts: [...manyEvaluated(2), ...manyMissed(12, LONG), BOT_WALL],
				},
				LONG_TARGET,
			),
		],
	]),
	["no parts at all", aReport({ coverage: "partial", parts: [] })],
];

describe.each(REPORTS)("%s", (_, report) => {
	const made = pagesOf(report);

	test("take three pages at most, then an appendix that starts where the first page says", async () => {
		const { appendix, before } = await made;
		expect(appendix).toBeGreaterThan(0);
		expect(appendix).toBeLessThanOrEqual(3);
		expect(before[0]).toContain(`The appendix, from page ${appendix + 1}, has all details`);
		expect(before.slice(1).join()).not.toContain("The appendix, from page");
	});

	test("the first page has the result, and what to do first if anything is to do", async () => {
		const [first = ""] = (await made).before;
		expect(first).toContain(report.grade === null ? "No grade" : "Grade");
		expect(first).toContain("27 Nov 2026, 14:02 UTC");
		expect(first.includes("What to do first")).toBe(report.findings.length > 0);
		const [urgent] = report.findings;
		if (urgent) expect(packed(first)).toContain(packed(urgent.title.slice(0, 20)));
		if (report.coverage === "partial") expect(first).toContain("Not evaluated does not mean clean.");
	});

	test("lose nothing", async () => {
		const details = packed((await made).details);
		const missing = saidIn(report).filter((text) => !details.includes(packed(text)));
		expect(missing).toEqual([]);
	});

	test("name each problem before the appendix, or say how many are only there", async () => {
		const { lead, before } = await made;
		const headings = lead.flat().filter(([tag]) => tag === "H3").length;
		const [, more = "0"] = / (\d+) more problems? \(/.exec(before.join(" ")) ?? [];
		expect(headings + Number(more)).toBe(report.findings.length);
	});
});

test("the number of pages and what is said of it hold for every number of findings", async () => {
	for (let count = 1; count <= 40; count += 1) {
		const report = aReport({ findings: manyFindings(count, `${SHORT} `.repeat(1 + ((count * 7) % 30)).trim()) });
		const { appendix, before, lead } = await pagesOf(report);
		expect(appendix, `${count} findings`).toBeLessThanOrEqual(3);
		expect(before[0], `${count} findings`).toContain(`The appendix, from page ${appendix + 1}, `);
		for (const page of lead) expect(page.length, `${count} findings`).toBeGreaterThan(2);
	}
});
