import { KINDS } from "#contract/kinds/kinds.ts";
import { gapsOf, hostsInScope } from "../data/figures.ts";
import { type ReportData, SCANS_LISTED } from "../data/report-data.ts";
import { dayAndTime } from "../dates.ts";
import type { Block, DocumentSection, Table } from "../document/document.ts";
import { counted } from "../severity-words.ts";

const GAPS_LISTED = 40;

/** What was looked at and what was not: nobody may read silence as an answer. */
export function coverageBlocks(data: ReportData): Block[] {
	const { looks } = data;
	if (looks.length === 0) {
		const title = "No scan of these hosts was completed in this period";
		return [{ type: "note", title, lines: ["Nothing here speaks for them. Not looked at does not mean clean."] }];
	}
	const gaps = gapsOf(looks);
	const hosts = counted(hostsInScope(data).length, "host");
	const said = `The newest completed scan of each kind counts: ${counted(looks.length, "scan")} of ${hosts}.`;
	if (gaps.length === 0) {
		return [{ type: "paragraph", text: `${said} Everything these scans cover there was looked at.` }];
	}
	const rows = gaps
		.slice(0, GAPS_LISTED)
		.map(({ look, label, reason }) => [look.host, KINDS[look.kind].name, label, reason]);
	const columns = [
		{ head: "Host", share: 3 },
		{ head: "Scan", share: 2 },
		{ head: "Part", share: 3 },
		{ head: "Why not", share: 5 },
	];
	return [
		{ type: "paragraph", text: said },
		{
			type: "note",
			title: `${counted(gaps.length, "part")} could not be looked at`,
			lines: ["Nothing here speaks for these. Not evaluated does not mean clean."],
		},
		{ type: "table", caption: leftOut("Not evaluated", gaps.length, GAPS_LISTED), columns, rows },
	];
}

/** A caption that says when a table does not hold everything. */
export const leftOut = (caption: string, total: number, shown: number): string =>
	total > shown ? `${caption}: ${shown} of ${total}; the JSON file holds all` : caption;

/** The scans it is made from. */
export function scansTable({ scans, scansTotal }: ReportData): Table {
	return {
		caption:
			scansTotal > SCANS_LISTED
				? `The newest ${SCANS_LISTED} of ${scansTotal} scans`
				: `${counted(scansTotal, "scan")}, newest first`,
		columns: [
			{ head: "Ended", share: 3 },
			{ head: "Scan", share: 2 },
			{ head: "Target", share: 4 },
			{ head: "Outcome", share: 4 },
		],
		rows: scans.map(({ finishedAt, kind, target, coverage, failure }) => [
			dayAndTime(new Date(finishedAt)),
			KINDS[kind].name,
			{ mono: target },
			coverage === null
				? `Failed: ${failure ?? "no reason known"}`
				: coverage === "full"
					? "Completed"
					: "Completed, partial coverage",
		]),
	};
}

/** What no scan can say, for the end of every report. */
export const limitsSection: DocumentSection = {
	id: "limits",
	heading: "What this cannot say",
	blocks: [
		{
			type: "list",
			items: [
				"Scans look from outside at one moment. What changed since, and what can only be seen from inside, is not here.",
				"Nothing found does not mean that nothing is there. It means that these scans looked where this report says, and saw nothing.",
				"A version that a server shows may carry fixes of its distribution. Findings with low confidence say so; check them first.",
			],
		},
	],
};
