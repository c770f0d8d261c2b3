import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { countsOf, gapsOf, hostsInScope, hostsOf, inState, movementOf, type ReportProblem } from "../data/figures.ts";
import { groupFindings } from "../data/group-findings.ts";
import type { ReportData } from "../data/report-data.ts";
import type { Block, Cell, DocumentSection, ReportDocument } from "../document/document.ts";
import { countsText } from "../severity-labels.ts";
import { coverageBlocks, firstOf } from "./common-sections.ts";
import { framed, listed } from "./frame.ts";
import { resultBlocks } from "./result-blocks.ts";

const MATTERS = 5;
const ENDINGS = 8;
const CLIENTS = 12;

const LIMITS: Block = {
	type: "paragraph",
	tone: "quiet",
	text: "Scans see hosts from outside, at one moment. “Nothing found” means they looked at what this report lists and saw nothing, not that there is nothing to find.",
};

/** One or two pages for the people who own the risk: the state, the trend, and the decisions to make. */
export function executiveSummary(data: ReportData): ReportDocument {
	const problems = groupFindings(inState(data.findings, "open")).filter(({ severity }) => severity !== "none");
	const clients = clientSection(data);
	return framed(data, [
		{
			id: "result",
			heading: "At a glance",
			blocks: [{ type: "paragraph", tone: "lead", text: leadOf(data, problems) }, ...resultBlocks(data)],
		},
		{ id: "movement", heading: "Trend", blocks: movementBlocks(data) },
		{ id: "matters", heading: "What matters most", blocks: mattersBlocks(problems) },
		{
			id: "decide",
			heading: "Decisions to make",
			blocks: [{ type: "list", ordered: true, items: decisionsOf(data, problems) }],
		},
		...(clients ? [clients] : []),
		{ id: "coverage", heading: "Coverage", blocks: [...coverageBlocks(data), LIMITS] },
	]);
}

function leadOf(data: ReportData, problems: readonly ReportProblem[]): string {
	const hosts = counted(hostsInScope(data).length, "host");
	const high = problems.filter(({ severity }) => severity === "high");
	if (data.looks.length === 0 && data.findings.length === 0)
		return "No scan of this scope was completed, so there is nothing to report yet.";
	if (high.length > 0) {
		const on = counted(hostsOf(high.flatMap(({ findings }) => findings)).length, "host");
		return `Fix ${counted(high.length, "serious problem")} on ${on} first.`;
	}
	if (problems.length > 0)
		return `Nothing serious is open on ${hosts}. Plan to fix ${counted(problems.length, "smaller problem")}.`;
	return `Nothing open on ${hosts} needs action.`;
}

function movementBlocks(data: ReportData): Block[] {
	const { since, fresh, back, fixed } = movementOf(data);
	const row = (what: string, findings: typeof fresh): Cell[] => {
		const counts = countsOf(findings);
		return [what, ...[counts.high, counts.medium, counts.low].map(String), String(findings.length)];
	};
	const [came, went] = [fresh.length + back.length, fixed.length];
	const text =
		came === went
			? came === 0
				? `No findings were added or fixed since ${dayText(since, "utc")}.`
				: `As many findings were fixed as added since ${dayText(since, "utc")}: ${came}.`
			: came > went
				? `More findings were added than fixed since ${dayText(since, "utc")}: ${came} added, ${went} fixed.`
				: `More findings were fixed than added since ${dayText(since, "utc")}: ${went} fixed, ${came} added.`;
	return [
		{ type: "paragraph", text },
		{
			type: "table",
			caption: `Findings since ${dayText(since, "utc")}`,
			columns: [{ head: "Change", share: 5 }, ...["High", "Medium", "Low", "All"].map((head) => ({ head, share: 2 }))],
			rows: [row("New", fresh), row("Reopened", back), row("Fixed", fixed)],
		},
	];
}

function mattersBlocks(problems: readonly ReportProblem[]): Block[] {
	if (problems.length === 0) return [{ type: "paragraph", text: "Nothing open needs action." }];
	return [
		{
			type: "table",
			caption: firstOf("Worst first", problems.length, MATTERS),
			columns: [
				{ head: "Severity", share: 1.6 },
				{ head: "What", share: 4.2 },
				{ head: "Why it matters", share: 7 },
				{ head: "Hosts", share: 1 },
			],
			rows: problems
				.slice(0, MATTERS)
				.map(({ severity, first, findings }) => [
					{ severity },
					first.finding.title,
					first.finding.why.owner,
					String(hostsOf(findings).length),
				]),
		},
	];
}

function decisionsOf(data: ReportData, problems: readonly ReportProblem[]): string[] {
	const accepted = inState(data.findings, "accepted");
	const open = new Set(inState(accepted, "accepted").filter(({ verdict }) => !verdict?.until));
	const gaps = gapsOf(data.looks);
	const endings = endingsOf(data);
	return [
		...problems
			.slice(0, MATTERS)
			.map(
				({ severity, first, findings }) =>
					`${first.finding.title} (${severity}, ${counted(hostsOf(findings).length, "host")}). ${first.finding.fix.owner}`,
			),
		...(accepted.length === 0
			? []
			: [
					`${counted(accepted.length, "finding")} ${accepted.length === 1 ? "is an accepted risk" : "are accepted risks"}${open.size > 0 ? `, ${open.size} of them without an end date` : ""}. Decide whether to keep accepting ${accepted.length === 1 ? "it" : "them"}.`,
				]),
		...(endings.length === 0 ? [] : [`These end soon or have ended; decide who will renew them: ${listed(endings)}.`]),
		...(gaps.length === 0
			? []
			: [`${counted(gaps.length, "part")} could not be looked at. Decide whether to accept that or to scan again.`]),
		"Set the date of the next report, so that you can compare the two.",
	];
}

const SOON_MS = 60 * 86_400_000;

function endingsOf({ targets, generatedAt }: ReportData): string[] {
	const latest = Date.parse(generatedAt) + SOON_MS;
	const all = targets.flatMap(({ host, certificateEndsAt, endOfLife }) => [
		...(certificateEndsAt ? [{ on: certificateEndsAt.slice(0, 10), what: `the certificate of ${host}` }] : []),
		...endOfLife.map(({ product, on }) => ({ on, what: `support of ${product} on ${host}` })),
	]);
	const soon = all
		.filter(({ on }) => Date.parse(on) <= latest)
		.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
	const shown = soon.slice(0, ENDINGS).map(({ on, what }) => `${what} (${dayText(on, "utc")})`);
	return soon.length > ENDINGS ? [...shown, `${soon.length - ENDINGS} more`] : shown;
}

function clientSection({ findings, targets }: ReportData): DocumentSection | undefined {
	const labels = [...new Set(targets.map(({ client }) => client))].filter((client) => client !== "");
	if (labels.length === 0) return undefined;
	const rows = labels.slice(0, CLIENTS).map((label): Cell[] => {
		const hosts = targets.filter(({ client }) => client === label).length;
		const own = inState(findings, "open").filter(({ client }) => client === label);
		return [label, String(hosts), countsText(countsOf(own))];
	});
	const columns = [
		{ head: "Label", share: 4 },
		{ head: "Hosts", share: 1 },
		{ head: "Open findings", share: 5 },
	];
	const caption = firstOf("Open findings by label", labels.length, CLIENTS);
	return { id: "clients", heading: "By label", blocks: [{ type: "table", caption, columns, rows }] };
}
