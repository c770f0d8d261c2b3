import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { KINDS } from "#contract/kinds/kinds.ts";
import type { Block, DocumentSection, ProblemBlock, Table } from "#server/platform/paper/document/document.ts";
import { SEVERITY_LABELS } from "#server/platform/paper/severity-labels.ts";
import { gapsOf } from "../data/figures.ts";
import { reachOf, reachSentence, unreachedOf } from "../data/reach.ts";
import { type ReportData, type ReportScan, SCANS_LISTED } from "../data/report-data.ts";
import { unreachedTable } from "./reach-blocks.ts";

const GAPS_LISTED = 40;
const UNREACHED_LISTED = 100;

/** What was scanned and what was not, so that nobody takes silence for an answer. */
export function coverageBlocks(data: ReportData): Block[] {
	const { looks } = data;
	const reach = reachOf(data);
	const unreached = unreachedOf(reach);
	const hosts: Block[] = [{ type: "paragraph", text: reachSentence(reach) }];
	if (unreached.length > 0) {
		const caption = leftOut("Hosts that were not reached", unreached.length, UNREACHED_LISTED);
		hosts.push(unreachedTable(caption, unreached.slice(0, UNREACHED_LISTED)));
	}
	if (looks.length === 0) {
		const title = "No scan of these hosts was completed in this period";
		const lines = ["This report says nothing about them. Not scanned does not mean clean."];
		return [{ type: "note", title, lines }, ...(reach.length > 0 ? hosts : [])];
	}
	const gaps = gapsOf(looks);
	const scanned = counted(reach.length - unreached.length, "host");
	const basis = `This report uses the newest completed scan of each kind: ${counted(looks.length, "scan")} of ${scanned}.`;
	if (gaps.length === 0) {
		const all = reach.every(({ state }) => state === "fully") ? " Everything these scans cover was looked at." : "";
		return [...hosts, { type: "paragraph", text: `${basis}${all}` }];
	}
	const rows = gaps
		.slice(0, GAPS_LISTED)
		.map(({ look, label, reason }) => [look.host, KINDS[look.kind].name, label, reason]);
	const columns = [
		{ head: "Host", share: 3 },
		{ head: "Scan", share: 2 },
		{ head: "Part", share: 3 },
		{ head: "Reason", share: 5 },
	];
	return [
		...hosts,
		{ type: "paragraph", text: basis },
		{
			type: "note",
			title: `${counted(gaps.length, "part")} could not be looked at`,
			lines: ["This report says nothing about these. Not evaluated does not mean clean."],
		},
		{ type: "table", caption: leftOut("Not evaluated", gaps.length, GAPS_LISTED), columns, rows },
	];
}

/** A section per severity that has problems, worst first. */
export const severitySections = (problems: readonly ProblemBlock[]): DocumentSection[] =>
	SEVERITIES.flatMap((severity) => {
		const own = problems.filter((problem) => problem.severity === severity);
		const { label, meaning } = SEVERITY_LABELS[severity];
		const lead: Block = { type: "paragraph", tone: "quiet", text: meaning };
		return own.length === 0 ? [] : [{ id: severity, heading: label, severity, blocks: [lead, ...own] }];
	});

/** A caption that says when a table does not hold everything. */
export const firstOf = (caption: string, total: number, shown: number): string =>
	total > shown ? `${caption}: ${shown} of ${total}` : caption;

/** The same for technical readers, who use the JSON file. */
export const leftOut = (caption: string, total: number, shown: number): string =>
	total > shown ? `${firstOf(caption, total, shown)}; the JSON file has them all` : caption;

/** The scans the report is made from. */
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
		rows: scans.map((scan) => [
			timeText(scan.finishedAt, "utc"),
			KINDS[scan.kind].name,
			{ mono: scan.target },
			hasFailed(scan) ? `Failed: ${scan.failure ?? "no reason recorded"}` : endText(scan),
		]),
	};
}

const hasFailed = ({ coverage, cancelled }: ReportScan): boolean => coverage === null && !cancelled;

/** How a scan ended, without the reason. */
export function endText(scan: ReportScan): string {
	if (scan.cancelled) return "Cancelled";
	if (hasFailed(scan)) return "Failed";
	return scan.coverage === "full" ? "Completed" : "Completed, partial coverage";
}

/** What no scan can show, for the end of every report. */
export const limitsSection: DocumentSection = {
	id: "limits",
	heading: "Limits",
	inShort: "Seen from outside, at one moment",
	blocks: [
		{
			type: "list",
			items: [
				"Scans see hosts from outside, at one moment. They do not show later changes, or anything visible only from inside.",
				"“Nothing found” does not mean there is nothing to find. It means these scans looked at what this report lists and saw nothing.",
				"A server may show an old version number although its distribution has fixed that version. Such findings have low confidence; check them first.",
			],
		},
	],
};
