import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { countsText } from "#server/platform/paper/severity-labels.ts";
import { clientName, clientsInScope, hasSeveralClients } from "../data/clients.ts";
import { type Decision, daysRule, decisionsOf } from "../data/decisions.ts";
import { countsOf, inState, movementOf } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import { missingText, type ReachedHost, reachOf, reachSentence, unreachedOf } from "../data/reach.ts";
import type { ReportData } from "../data/report-data.ts";
import { firstOf } from "./common-sections.ts";
import { framed } from "./frame.ts";
import { unreachedTable } from "./reach-blocks.ts";
import { resultBlocks } from "./result-blocks.ts";
import { verdictOf } from "./verdict.ts";

const DECISIONS = 3;
const CLIENTS = 6;
const HOSTS = 6;

const LIMITS: Block = {
	type: "paragraph",
	tone: "quiet",
	text: "Scans see hosts from outside, at one moment. “Nothing found” means they looked at what this report lists and saw nothing, not that there is nothing to find.",
};

/** One or two pages for the people who own the risk: the state, the decisions to make, the trend, and the coverage. */
export function executiveSummary(data: ReportData): ReportDocument {
	const problems = groupFindings(inState(data.findings, "open")).filter(({ severity }) => severity !== "none");
	const decisions = decisionsOf(data, problems);
	const reach = reachOf(data);
	return framed(data, [
		{
			id: "result",
			heading: "At a glance",
			blocks: [{ type: "paragraph", tone: "lead", text: verdictOf(data, problems) }, ...resultBlocks(data)],
		},
		{ id: "decide", heading: "Decisions to make", blocks: decisionBlocks(data, decisions, problems.length) },
		...unreachedSection(reach),
		{ id: "movement", heading: "Trend", blocks: movementBlocks(data) },
		...clientSection(data, reach),
		{ id: "coverage", heading: "Coverage", blocks: coverageBlocks(reach) },
	]);
}

function decisionBlocks(data: ReportData, decisions: readonly Decision[], problems: number): Block[] {
	const shown = decisions.slice(0, DECISIONS);
	const more = decisions.length - shown.length;
	const others = more > 0 ? ` ${counted(more, "more decision")} can wait until these are made.` : "";
	return [
		{
			type: "table",
			caption:
				shown.length === 1
					? "One decision"
					: `${shown.length === DECISIONS ? "Three" : "Two"} decisions, the most urgent first`,
			columns: [
				{ head: "Decision", share: 5.4 },
				{ head: "Why it matters", share: 4.6 },
				{ head: "Owner", share: 1.7 },
				{ head: "Due", share: 1.7 },
			],
			rows: shown.map(({ what, why, owner, by }) => [what, why, owner, dayText(by, "utc")]),
		},
		{
			type: "paragraph",
			tone: "quiet",
			text: `${daysRule(data)}${others}${problems > 0 ? " The Vulnerability Assessment lists every problem with its fix." : ""}`,
		},
	];
}

function unreachedSection(reach: readonly ReachedHost[]): DocumentSection[] {
	const hosts = unreachedOf(reach);
	if (hosts.length === 0) return [];
	const caption = firstOf("Hosts that were not reached", hosts.length, HOSTS);
	const others: Block = { type: "paragraph", tone: "quiet", text: "The Vulnerability Assessment lists the others." };
	const blocks = [unreachedTable(caption, hosts.slice(0, HOSTS)), ...(hosts.length > HOSTS ? [others] : [])];
	return [{ id: "unreached", heading: "Hosts not reached", blocks }];
}

function movementBlocks(data: ReportData): Block[] {
	const movement = movementOf(data);
	if (!movement) {
		const { firstAt } = data.measured;
		const first =
			firstAt === null
				? "Nothing was measured yet."
				: `This is the first measurement of these hosts, taken on ${dayText(firstAt, "utc")}.`;
		return [{ type: "paragraph", text: `${first} A trend needs a second one: scan the same hosts again.` }];
	}
	const { since, fresh, back, fixed } = movement;
	const [came, went] = [fresh.length + back.length, fixed.length];
	const day = dayText(since, "utc");
	const row = (what: string, findings: typeof fresh): Cell[] => {
		const counts = countsOf(findings);
		return [what, ...[counts.high, counts.medium, counts.low].map(String), String(findings.length)];
	};
	return [
		{ type: "paragraph", text: `${balance(came, went)} since ${day}: ${came} added, ${went} fixed.` },
		{
			type: "table",
			caption: `Findings since ${day}`,
			columns: [{ head: "Change", share: 5 }, ...["High", "Medium", "Low", "All"].map((head) => ({ head, share: 2 }))],
			rows: [row("New", fresh), row("Reopened", back), row("Fixed", fixed)],
		},
	];
}

function balance(came: number, went: number): string {
	if (came > went) return "More findings were added than fixed";
	if (came < went) return "More findings were fixed than added";
	return came === 0 ? "Nothing moved" : "As many findings were fixed as added";
}

function clientSection(data: ReportData, reach: readonly ReachedHost[]): DocumentSection[] {
	if (!hasSeveralClients(data)) return [];
	const clients = clientsInScope(data);
	const rows = clients.slice(0, CLIENTS).map((name): Cell[] => {
		const hosts = reach.filter(({ client }) => client === name);
		const unreached = unreachedOf(hosts).length;
		const counts = countsText(countsOf(inState(data.findings, "open").filter(({ client }) => client === name)));
		const rest = hosts.length - unreached;
		const unknown = rest === 0 ? "Unknown" : `nothing on the ${rest} that ${rest === 1 ? "was" : "were"} scanned`;
		const open = unreached > 0 && counts === "nothing" ? unknown : counts;
		return [clientName(data, name), String(hosts.length), String(unreached), open];
	});
	const columns = [
		{ head: "Client", share: 4 },
		{ head: "Hosts", share: 1.2 },
		{ head: "Not reached", share: 1.8 },
		{ head: "Open findings", share: 5 },
	];
	const caption = firstOf("Open findings by client", clients.length, CLIENTS);
	return [{ id: "clients", heading: "By client", blocks: [{ type: "table", caption, columns, rows }] }];
}

function coverageBlocks(reach: readonly ReachedHost[]): Block[] {
	const partly = reach.filter((each) => each.state === "partly");
	const table: Block = {
		type: "table",
		caption: firstOf("Partly evaluated", partly.length, HOSTS),
		columns: [
			{ head: "Host", share: 3 },
			{ head: "What could not be looked at", share: 8 },
		],
		rows: partly.slice(0, HOSTS).map(({ host, missing }) => [{ mono: host }, missingText(missing)]),
	};
	return [{ type: "paragraph", text: reachSentence(reach) }, ...(partly.length > 0 ? [table] : []), LIMITS];
}
