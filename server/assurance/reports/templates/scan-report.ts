import { addressesText } from "#contract/findings/addresses-looked-at.ts";
import type { Finding, ScanPart, ScanReport, SentItem } from "#contract/findings/findings.ts";
import { GRADES } from "#contract/findings/findings.ts";
import { GRADE_MEANINGS } from "#contract/findings/grade.ts";
import { type PagesRead, pagesReadText } from "#contract/findings/pages-read.ts";
import { counted } from "#contract/format/count.ts";
import { durationText } from "#contract/format/duration.ts";
import { clockText, dayText, timeText } from "#contract/format/time.ts";
import type {
	Block,
	Cell,
	DocumentSection,
	ProblemBlock,
	ReportDocument,
} from "#server/platform/paper/document/document.ts";
import { site } from "#src/config/site.ts";
import { groupFindings, type Problem } from "../data/group-findings.ts";
import { severitySections } from "./common-sections.ts";
import { firstBlocks } from "./first-step.ts";
import { problemHead, sightingsOf } from "./problem-block.ts";
import { gradeBlock } from "./result-blocks.ts";
import { scanBrief } from "./scan-brief.ts";

const KIND = "Vulnerability scan report";

const tookText = ({ startedAt, finishedAt }: Pick<ScanReport, "startedAt" | "finishedAt">): string =>
	durationText(Math.max(1_000, Date.parse(finishedAt) - Date.parse(startedAt)));

/**
 * One scan, as the link in its email shows it: a page that folds, and on paper three pages with the rest as an appendix. `scannerInfo` is the address of the page about our scanner. */
export function scanReport(report: ScanReport, scannerInfo: string): ReportDocument {
	const { target, startedAt, finishedAt } = report;
	return {
		kind: KIND,
		title: target,
		name: `Scan report: ${target}`,
		meta: [
			["Scanned", timeText(startedAt, "utc")],
			["Took", tookText(report)],
		],
		description: `${KIND} of ${target}, ${dayText(startedAt, "utc")}.`,
		generatedAt: finishedAt,
		author: site.name,
		brief: scanBrief(report, briefResult(report)),
		sections: [
			{ id: "result", heading: "Result", only: "screen", blocks: resultBlocks(report) },
			...findingSections(report),
			{
				id: "parts",
				heading: "Parts looked at",
				inShort: partsInShort(report.parts),
				blocks: [partsBlock(report.parts), ...pagesBlocks(report), ...addressesBlocks(report)],
			},
			{
				id: "grades",
				heading: "How grades are made",
				inShort: "From A to F",
				blocks: gradesBlocks,
			},
			{
				id: "sent",
				heading: "What was sent to the host",
				inShort: counted(report.sent.length, "request"),
				blocks: sentBlocks(report, scannerInfo),
			},
			limitsSection,
		],
	};
}

/** The first thing to read: how much was scanned, the grade with its reason, and how many findings of each severity. */
const resultBlocks = (report: ScanReport): Block[] => [
	coverageBlock(report),
	...(report.pages ? [{ type: "paragraph" as const, text: pagesReadText(report.pages) }] : []),
	gradeBlock(report),
	{ type: "counts", label: "Findings by severity", counts: report.counts },
	...firstBlocks(problemsIn(report)),
];

/** The same on paper, where the letter comes first and the steps follow in a section of their own. */
const briefResult = (report: ScanReport): Block[] => [
	gradeBlock(report),
	{ type: "counts", label: "Findings by severity", counts: report.counts },
	coverageBlock(report),
	...(report.findings.length === 0 ? [nothingFound(report)] : []),
];

const problemsIn = ({ findings }: ScanReport) => groupFindings(findings.map((finding) => ({ finding })));

const gradesBlocks: Block[] = [
	{ type: "list", items: GRADES.map((letter) => `${letter}: ${GRADE_MEANINGS[letter]}`) },
	{
		type: "paragraph",
		text: "No letter is given when something else answered in place of the site’s page, when fewer than half of the parts could be looked at, or when nothing was found and something was not looked at.",
	},
];

function coverageBlock({ coverage, parts }: ScanReport): Block {
	const missed = parts.filter((part) => part.status === "not-evaluated");
	if (coverage === "full") {
		return { type: "paragraph", text: `Coverage: full. ${partsInShort(parts)}.` };
	}
	return {
		type: "note",
		title: `Partial scan: ${missed.length} of ${counted(parts.length, "part")} ${missed.length === 1 ? "was" : "were"} not evaluated`,
		items: missed.map(({ label, reason }) => `${label}. ${reason}`),
		lines: ["The results say nothing about these. Not evaluated does not mean clean. A new scan may get through."],
	};
}

function findingSections(report: ScanReport): DocumentSection[] {
	const problems = problemsIn(report);
	if (problems.length === 0) {
		return [{ id: "findings", heading: "Findings", only: "screen", blocks: [nothingFound(report)] }];
	}
	const items = problems.map(({ mark, severity, first, findings }) => ({
		mark,
		severity,
		title: first.finding.title,
		places: findings.length,
	}));
	return [
		{ id: "index", heading: "In short", only: "paper", blocks: [{ type: "index", items }] },
		...severitySections(problems.map(problemBlock)),
	];
}

function nothingFound({ parts }: ScanReport): Block {
	const looked = counted(parts.filter((part) => part.status === "evaluated").length, "part");
	return {
		type: "paragraph",
		text: `No findings in the ${looked} that could be evaluated. Scan again after every change that can be seen from outside: a new host, a new certificate, a new server version.`,
	};
}

const problemBlock = (problem: Problem<{ finding: Finding }>): ProblemBlock => ({
	...problemHead(problem, problem.first.finding.rule),
	decisions: [],
	seen: sightingsOf(problem.findings.map(({ finding }) => finding)),
	unseen: 0,
});

function partsInShort(parts: readonly ScanPart[]): string {
	const evaluated = parts.filter(({ status }) => status === "evaluated").length;
	return `${evaluated} of ${counted(parts.length, "part")} evaluated`;
}

const partsBlock = (parts: readonly ScanPart[]): Block =>
	parts.length === 0
		? { type: "paragraph", text: "No part could be looked at." }
		: {
				type: "table",
				caption: counted(parts.length, "part"),
				columns: [
					{ head: "Part", share: 3 },
					{ head: "Outcome", share: 6 },
				],
				rows: parts.map((part): Cell[] => [
					part.label,
					part.status === "evaluated" ? "Evaluated" : `Not evaluated. ${part.reason}`,
				]),
			};

/** What was looked at on which address, if the host has several. */
function addressesBlocks({ addresses = [] }: ScanReport): Block[] {
	const text = addressesText(addresses);
	return text === ""
		? []
		: [
				{ type: "heading", text: "Addresses" },
				{ type: "paragraph", text },
			];
}

/** Which pages were read, and how much of the site that is. */
const pagesBlocks = ({ pages }: ScanReport): Block[] =>
	pages === undefined
		? []
		: [
				{ type: "heading", text: "Pages read" },
				{ type: "paragraph", text: pagesReadText(pages) },
				...(pages.paths.length > 1
					? [
							{
								type: "fold" as const,
								summary: `Show the ${pages.paths.length} pages`,
								blocks: [pagesTable(pages)],
							},
						]
					: []),
			];

const pagesTable = ({ origin, paths }: PagesRead): Block => ({
	type: "table",
	caption: `Pages of ${origin}, in the order of reading`,
	columns: [{ head: "Page", share: 1 }],
	rows: paths.map((path): Cell[] => [{ mono: path }]),
});

/** What was sent and when, for the people who operate the host. */
const sentBlocks = ({ sent, startedAt, finishedAt }: ScanReport, scannerInfo: string): Block[] => [
	{
		type: "paragraph",
		text: `${counted(sent.length, "request")} within ${tookText({ startedAt, finishedAt })}, from ${timeText(startedAt, "utc")} on. Nothing was changed on the host and no sign-in was tried.`,
	},
	{ type: "link", text: "How our scanner behaves", href: scannerInfo },
	...(sent.length === 0
		? []
		: [{ type: "fold" as const, summary: `Show all ${sent.length}, in order`, blocks: [sentTable(sent)] }]),
];

const sentTable = (sent: readonly SentItem[]): Block => ({
	type: "table",
	caption: `${counted(sent.length, "request")}, in order`,
	columns: [
		{ head: "Time, UTC", share: 2 },
		{ head: "What", share: 6 },
		{ head: "To", share: 3 },
		{ head: "Outcome", share: 4 },
	],
	rows: sent.map(({ at, what, address, outcome }): Cell[] => [
		clockText(at, "utc"),
		{ mono: what },
		{ mono: address || "our resolver" },
		outcome,
	]),
});

/** What a reader must not conclude from the report. */
const limitsSection: DocumentSection = {
	id: "limits",
	heading: "What this does not say",
	inShort: "Not that the target is secure: it is not a penetration test",
	blocks: [
		{
			type: "list",
			items: [
				"It does not say that the target is secure. It says what could be seen from outside, with few and harmless requests, at one moment.",
				"It is not a penetration test. Nothing was attacked, no one signed in, and no form was filled in.",
				"It does not show that a law or a standard is met. A finding can be evidence against a control; the lack of one proves nothing.",
				"Version numbers come from what the host says about itself. Distributions fix old versions without changing the number, so such findings carry low confidence.",
			],
		},
	],
};
